import { SEARCH_FORM } from "../features/search-panel/form-id.ts";
import { SearchPanel } from "../features/search-panel/search-panel.tsx";
import type { Header, SearchPanel as SearchPanelData, View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icon/icon.tsx";
import { Picture } from "../ui/picture/picture.tsx";
import { VisuallyHidden } from "../ui/visually-hidden/visually-hidden.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { HeaderSkeleton } from "./header-skeleton.tsx";
import styles from "./page-header.module.css";
import { PropertyHeader } from "./property-header.tsx";

/**
 * PageHeader is the top of a screen, of the five types of specification §2.6.1. Home
 * draws its own; none keeps the title for those who listen.
 */
export function PageHeader({ view }: { view: View }) {
  const { header } = view;
  return (
    <>
      {header.property ? <PropertyHeader header={header} tools={header.property} /> : drawn(view)}
      {header.search ? <Search view={view} panel={header.search} /> : null}
    </>
  );
}

/** Search stands open over the header where one searches; elsewhere it folds below it. */
function Search({ view, panel }: { view: View; panel: SearchPanelData }) {
  const t = useT();
  const drawn = (look: "over" | "plain") => (
    <SearchPanel
      panel={panel}
      id={SEARCH_FORM}
      look={look}
      summary={look === "over" ? summaryOf(view) : undefined}
    />
  );
  if (searches(view)) {
    return (
      <div className={cx(styles.search, styles.overlap)} data-screen-only="">
        {drawn("over")}
      </div>
    );
  }
  return (
    <details className={styles.strip} data-screen-only="">
      <summary className={styles.unfold}>
        <Icon name="search" />
        {t("ui.search.another")}
        <Icon name="down" className={styles.chevron} />
      </summary>
      <div className={styles.folded}>{drawn("plain")}</div>
    </details>
  );
}

/** summaryOf is what the search on screen found, in words. */
function summaryOf({ content }: View): string | undefined {
  const results = content.find((section) => section.kind === "property-archive");
  return results?.kind === "property-archive" ? results.summary : undefined;
}

/** searches tells the screens whose matter is the search. */
const searches = ({ screen, header }: View): boolean =>
  header.search !== undefined && (screen === "properties" || screen === "developments");

function drawn(view: View) {
  const { header, content } = view;
  switch (header.type) {
    case "home":
      // A home page composed without its opening still needs its title.
      return content.some((section) => section.kind === "home") ? null : (
        <TitleHeader header={header} overlap={searches(view)} />
      );
    case "none":
      return (
        <h1 className={styles.unseen}>
          <VisuallyHidden>{header.title}</VisuallyHidden>
        </h1>
      );
    default:
      return <TitleHeader header={header} overlap={searches(view)} />;
  }
}

/** TitleHeader: simple is a band, single adds the picture below it, hero stands on the picture. */
function TitleHeader({ header, overlap }: { header: Header; overlap: boolean }) {
  const hero = header.type === "hero" && header.picture;
  const below = header.type === "single" && header.picture;
  return (
    <>
      <div
        className={cx(styles.header, hero ? styles.hero : styles.band)}
        data-search={overlap ? "" : undefined}
        data-below={below ? "" : undefined}
      >
        {hero && header.picture ? (
          <Picture picture={header.picture} sizes="100vw" first className={styles.media} />
        ) : null}
        <div className={cx(styles.text, hero && styles.shade)}>
          <Breadcrumbs steps={header.breadcrumbs} />
          <HeaderSkeleton />
          <div className={styles.words}>
            {header.eyebrow ? <p className={styles.eyebrow}>{header.eyebrow}</p> : null}
            <h1 className={styles.title}>{header.title}</h1>
            {header.subtitle ? <p className={styles.subtitle}>{header.subtitle}</p> : null}
          </div>
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
