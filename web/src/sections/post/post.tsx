import { Html } from "../../features/content/html.tsx";
import { AgentCard } from "../../features/details/agent-card.tsx";
import { Link } from "../../features/navigation/link.tsx";
import type { Anchor } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./post.module.css";

/** Post is an article: text, author, and links to the previous and next article. */
export default function Post({ section }: SectionProps<"post">) {
  const t = useT();
  const terms = section.terms ?? [];
  return (
    <article className={styles.post} data-tone="paper">
      <p className={styles.meta}>
        <time dateTime={section.isoDate}>{section.date}</time>
        <span>{t("sections.minutes", { count: section.minutes })}</span>
        {section.author ? <span>{t("sections.by", { name: section.author.name })}</span> : null}
      </p>
      <Html html={section.html} className={`prose ${styles.text}`} />
      {terms.length > 0 ? (
        <ul className={styles.terms} aria-label={t("sections.topics")}>
          {terms.map((term) => (
            <li key={term.href}>
              <Link link={term.href} className={styles.term}>
                {term.text}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {section.author ? (
        <div className={styles.author}>
          <AgentCard agent={section.author} />
        </div>
      ) : null}
      {section.previous || section.next ? (
        <div className={styles.neighbours} data-screen-only="">
          <Neighbour anchor={section.previous} title={t("sections.previousPost")} side="left" />
          <Neighbour anchor={section.next} title={t("sections.nextPost")} side="right" />
        </div>
      ) : null}
    </article>
  );
}

type NeighbourProps = {
  anchor: Anchor | undefined;
  title: string;
  side: "left" | "right";
};

function Neighbour({ anchor, title, side }: NeighbourProps) {
  if (!anchor) return null;
  return (
    <Link
      link={anchor.href}
      className={styles.neighbour}
      data-side={side}
      rel={side === "left" ? "prev" : "next"}
    >
      <Icon name={side} />
      <span>
        <span className={styles.direction}>{title}</span>
        {anchor.text}
      </span>
    </Link>
  );
}
