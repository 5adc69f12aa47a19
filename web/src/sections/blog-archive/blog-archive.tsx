import { GetForm } from "../../features/navigation/get-form.tsx";
import { Link } from "../../features/navigation/link.tsx";
import { LinkList } from "../../features/navigation/link-list.tsx";
import { Pager } from "../../features/pager/pager.tsx";
import { PostGrid } from "../../features/post-card/post-grid.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Button, buttonClass } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/field/field.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./blog-archive.module.css";

/** BlogArchive is a paged list of articles with topics and a search field. */
export default function BlogArchive({ section }: SectionProps<"blog-archive">) {
  const t = useT();
  const terms = section.terms ?? [];
  return (
    <section className={styles.archive} aria-label={t("sections.results")}>
      {terms.length > 0 ? (
        <nav aria-label={t("sections.topics")}>
          <LinkList links={terms} className={styles.terms} linkClassName={styles.term} />
        </nav>
      ) : null}
      {section.blog ? (
        <GetForm
          key={section.search}
          action={section.blog}
          role="search"
          aria-label={t("sections.articles.search")}
          className={styles.search}
        >
          <TextInput
            type="search"
            name="s"
            maxLength={100}
            label={t("sections.articles.search")}
            defaultValue={section.search}
            className={styles.field}
          />
          <Button type="submit" variant="line" className={styles.submit}>
            <Icon name="search" />
            {t("sections.articles.submit")}
          </Button>
        </GetForm>
      ) : null}
      {section.posts.length > 0 ? (
        <PostGrid posts={section.posts} first={section.pager.page === 1} heading="h2" />
      ) : (
        <div className={styles.empty}>
          <h2 className={styles.none}>{section.empty}</h2>
          {section.search && section.blog ? (
            <Link link={section.blog} className={buttonClass({ variant: "line" })}>
              {t("sections.articles.all")}
            </Link>
          ) : null}
        </div>
      )}
      <Pager pager={section.pager} />
    </section>
  );
}
