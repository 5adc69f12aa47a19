import type { Picture as PictureData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import { Lightbox } from "../gallery/lightbox.tsx";
import { lightboxTrigger, useLightbox } from "../gallery/use-lightbox.ts";
import styles from "./plans.module.css";

export type PlansProps = {
  plans: PictureData[];
  /** The title of the property, for the accessible name of the lightbox. */
  title: string;
};

/** Plans are floor plans that open in the lightbox. */
export function Plans({ plans, title }: PlansProps) {
  const t = useT();
  const { index: opened, show, close } = useLightbox("plan", plans.length);
  return (
    <>
      <ul className={styles.plans}>
        {plans.map((plan, index) => (
          <li key={plan.src}>
            <a
              {...lightboxTrigger("plan", index, plan)}
              href={plan.src}
              className={styles.plan}
              aria-label={t("gallery.openPlan", { index: index + 1, alt: plan.alt })}
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
      <Lightbox
        pictures={plans}
        index={opened}
        onShow={show}
        onClose={close}
        label={t("gallery.plansOf", { title })}
        plans
      />
    </>
  );
}
