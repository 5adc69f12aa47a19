import { Html } from "../../features/content/html.tsx";
import { Link } from "../../features/navigation/link.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./about.module.css";

/** About presents the agency: picture, text and figures. */
export default function About({ section }: SectionProps<"about">) {
  return (
    <section className={styles.about} data-tone="linen">
      <div className={styles.inner}>
        {section.picture ? (
          <Picture
            picture={section.picture}
            sizes="(width >= 1536px) 720px, (width >= 768px) 48vw, 100vw"
            className={cx(
              styles.picture,
              section.picture.height > section.picture.width && styles.tall,
            )}
          />
        ) : null}
        <div className={cx(styles.words, "reveal")}>
          <h2 className={styles.title}>{section.title}</h2>
          <Html html={section.html} className="prose" />
          {section.figures && section.figures.length > 0 ? (
            <dl className={styles.figures} data-count={section.figures.length}>
              {section.figures.map((figure) => (
                <div key={figure.label} className={styles.figure}>
                  <dt className={styles.label}>{figure.label}</dt>
                  <dd className={styles.value}>{figure.value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {section.call ? (
            <p>
              <Link link={section.call.href} className={buttonClass({ variant: "line" })}>
                {section.call.text}
                <Icon name="arrow" />
              </Link>
            </p>
          ) : null}
        </div>
      </div>
    </section>
  );
}
