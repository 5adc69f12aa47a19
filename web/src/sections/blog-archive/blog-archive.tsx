import { Link } from "../../features/navigation/link.tsx";
import { Pager } from "../../features/pager/pager.tsx";
import { PostGrid } from "../../features/post-card/post-grid.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/section.ts";
import styles from "./blog-archive.module.css";

/** BlogArchive is the numbered list of articles; the newest of all stands wide. */
export default function BlogArchive({ section }: SectionProps<"blog-archive">) {
  const t = useT();
  const terms = section.terms ?? [];
  return (
    <section className={styles.archive} aria-label={t("sections.results")}>
      {section.search ? (
        <p className={styles.search}>{t("sections.searchedFor", { text: section.search })}</p>
      ) : null}
      {terms.length > 0 ? (
        <nav aria-label={t("sections.topics")}>
          <ul className={styles.terms}>
            {terms.map((term) => (
              <li key={term.href}>
                <Link
                  link={term.href}
                  className={styles.term}
                  aria-current={term.current ? "page" : undefined}
                >
                  {term.text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {section.posts.length > 0 ? (
        <PostGrid posts={section.posts} lead={section.pager.page === 1} heading="h2" />
      ) : (
        <h2 className={styles.empty}>{section.empty}</h2>
      )}
      <Pager pager={section.pager} />
    </section>
  );
}
