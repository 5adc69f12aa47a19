import { Link as Anchor } from "../../features/navigation/link.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import styles from "./link.module.css";

/** Link is a call to action; the first link is the primary one. */
export default function Link({ section }: SectionProps<"link">) {
  return (
    <section className={styles.call}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2 className={styles.title}>{section.title}</h2>
          {section.text ? <p className={styles.text}>{section.text}</p> : null}
        </div>
        <ul className={styles.links}>
          {section.links.map((link, index) => (
            <li key={link.href + link.text}>
              <Anchor
                link={link.href}
                className={buttonClass({ variant: index === 0 ? "solid" : "line" })}
              >
                {link.text}
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
