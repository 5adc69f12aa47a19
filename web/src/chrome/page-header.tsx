import { Link } from "../features/navigation/link.tsx";
import { SEARCH_FORM } from "../features/search-panel/form-id.ts";
import { SearchBar } from "../features/search-panel/search-panel.tsx";
import { SentenceForm } from "../features/search-panel/sentence-form.tsx";
import type { Header, SearchPanel as SearchPanelData, View } from "../generated/view.ts";
import { cachedFragment } from "../lib/cached-fragment.tsx";
import { cx } from "../ui/cx.ts";
import { Picture } from "../ui/picture/picture.tsx";
import shade from "../ui/shade/shade.module.css";
import { VisuallyHidden } from "../ui/visually-hidden/visually-hidden.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { HeaderSkeleton } from "./header-skeleton.tsx";
import styles from "./page-header.module.css";
import { PropertyHeader } from "./property-header.tsx";

export type PageHeaderProps = { view: View };

/**
 * PageHeader is the top of a screen, in the five types of specification §2.6.1. The home section
 * renders the header of type home; type none has a title for screen readers only.
 */
export function PageHeader({ view }: PageHeaderProps) {
  const { header } = view;
  return (
    <>
      {header.property ? <PropertyHeader view={view} tools={header.property} /> : titleHeader(view)}
      {header.search ? <HeaderSearch view={view} panel={header.search} /> : null}
    </>
  );
}

type HeaderSearchProps = { view: View; panel: SearchPanelData };

/** HeaderSearch is the search bar; on result screens it is sticky. */
function HeaderSearch({ view, panel }: HeaderSearchProps) {
  const results = isSearchScreen(view);
  return (
    <div
      className={cx(styles.search, results ? styles.sticky : styles.strip)}
      data-search-bar={results ? "" : undefined}
      data-screen-only=""
    >
      <SearchBar
        panel={panel}
        id={SEARCH_FORM}
        summary={results ? (summaryOf(view) ?? "") : undefined}
      />
    </div>
  );
}

/** The result summary of a search screen. */
function summaryOf({ content }: View): string | undefined {
  const results = content.find((section) => section.kind === "property-archive");
  return results?.kind === "property-archive" ? results.summary : undefined;
}

/** Whether the screen shows search results. */
const isSearchScreen = ({ screen, header }: View): boolean =>
  header.search !== undefined && (screen === "properties" || screen === "developments");

function titleHeader(view: View) {
  const { header, content } = view;
  switch (header.type) {
    case "home":
      // A home page without the home section still needs its title.
      return content.some((section) => section.kind === "home") ? null : (
        <TitleHeader header={header} results={isSearchScreen(view)} />
      );
    case "none":
      return (
        <h1 className={styles.unseen}>
          <VisuallyHidden>{header.title}</VisuallyHidden>
        </h1>
      );
    default:
      return <TitleHeader header={header} results={isSearchScreen(view)} />;
  }
}

type TitleHeaderProps = { header: Header; results: boolean };

/** TitleHeader is the header of the types simple, single (picture below) and hero (picture behind). */
function TitleHeader({ header, results }: TitleHeaderProps) {
  const hero = header.type === "hero" && header.picture;
  const below = header.type === "single" && header.picture;
  return (
    <>
      <div
        className={cx(styles.header, hero && styles.hero)}
        data-search={results ? "" : undefined}
        data-plain={hero ? undefined : ""}
        data-below={below ? "" : undefined}
      >
        {hero && header.picture ? (
          <Picture picture={header.picture} sizes="100vw" first className={styles.media} />
        ) : null}
        <div className={cx(styles.text, hero && shade.shade)}>
          <Words
            breadcrumbs={header.breadcrumbs}
            eyebrow={header.eyebrow}
            title={header.title}
            subtitle={header.subtitle}
            links={header.links}
          />
          {results && header.search?.sentence ? (
            <div className={styles.sentence} data-screen-only="">
              <SentenceForm action={header.search.sentence} dark />
            </div>
          ) : null}
        </div>
      </div>
      {below && header.picture ? (
        <Picture
          picture={header.picture}
          sizes="(width >= 1230px) 1200px, 100vw"
          first
          className={styles.below}
        />
      ) : null}
    </>
  );
}

type WordsProps = {
  [K in "breadcrumbs" | "eyebrow" | "title" | "subtitle" | "links"]: Header[K] | undefined;
};

/** Words are the texts of the header. */
const Words = cachedFragment(function Words({
  breadcrumbs,
  eyebrow,
  title,
  subtitle,
  links,
}: WordsProps) {
  return (
    <>
      <Breadcrumbs steps={breadcrumbs} />
      <HeaderSkeleton />
      <div className={styles.words}>
        {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
        <h1 className={styles.title}>{title}</h1>
        {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
        {links ? (
          <ul className={styles.links} data-screen-only="">
            {links.map(({ href, text }) => (
              <li key={href}>
                <Link link={href} className={styles.link}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </>
  );
});
