import { Html } from "../../features/content/html.tsx";
import { pageProse } from "../../features/content/page-prose.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { Initials } from "../../ui/initials/initials.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./content.module.css";

/** Content is a block of text, with a portrait or initials beside it when it presents a person. */
export default function Content({ section }: SectionProps<"content">) {
  const { portrait, person } = section;
  if (portrait || person)
    return (
      <Band tone="linen">
        <div className={styles.person}>
          {portrait ? (
            <Picture
              picture={portrait}
              sizes="(width >= 768px) 240px, 140px"
              alt=""
              eager
              className={styles.portrait}
            />
          ) : (
            <Initials name={person ?? ""} className={styles.initials} />
          )}
          <Html html={section.html} className={`prose ${styles.words}`} />
        </div>
      </Band>
    );
  return (
    <Band>
      <Html html={section.html} className={pageProse(section.html)} />
    </Band>
  );
}
