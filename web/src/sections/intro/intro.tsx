import { Html } from "../../features/content/html.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { cx } from "../../ui/cx.ts";
import styles from "./intro.module.css";

/** Intro is a title with a lead text beside it. */
export default function Intro({ section }: SectionProps<"intro">) {
  return (
    <section className={styles.intro} data-tone="paper">
      <div className={cx(styles.inner, "reveal")}>
        <div className={styles.head}>
          {section.eyebrow ? <p className={styles.eyebrow}>{section.eyebrow}</p> : null}
          <h2 className={styles.title}>{section.title}</h2>
        </div>
        {section.html ? <Html html={section.html} className={cx("prose", styles.lead)} /> : null}
      </div>
    </section>
  );
}
