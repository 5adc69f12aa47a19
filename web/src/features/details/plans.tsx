import { type MouseEvent, useState } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./plans.module.css";

interface PlansProps {
  plans: PictureData[];
  /** Draws the dialog with the plan at that position; features do not know each other. */
  lightbox: (at: number | null, close: () => void) => React.ReactNode;
}

/** Plans are floor plans; each opens large. */
export function Plans({ plans, lightbox }: PlansProps) {
  const t = useT();
  const [at, setAt] = useState<number | null>(null);
  const open = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAt(index);
  };
  return (
    <>
      <ul className={styles.plans}>
        {plans.map((plan, index) => (
          <li key={plan.src}>
            <a
              href={plan.src}
              className={styles.plan}
              aria-label={t("gallery.openPlan", { index: index + 1, alt: plan.alt })}
              onClick={open(index)}
            >
              <Picture
                picture={plan}
                sizes="(width >= 768px) 360px, 92vw"
                alt=""
                fit="whole"
                className={styles.picture}
              />
            </a>
          </li>
        ))}
      </ul>
      {lightbox(at, () => setAt(null))}
    </>
  );
}
