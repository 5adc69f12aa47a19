import { type MouseEvent, useState } from "react";
import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./plans.module.css";

export type PlansProps = {
  plans: PictureData[];
  /** Renders the lightbox with the plan at an index; null is closed. */
  lightbox: (index: number | null, close: () => void) => React.ReactNode;
};

/** Plans are floor plans that open in the lightbox. */
export function Plans({ plans, lightbox }: PlansProps) {
  const t = useT();
  const [opened, setOpened] = useState<number | null>(null);
  const open = (index: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpened(index);
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
      {lightbox(opened, () => setOpened(null))}
    </>
  );
}
