import { Link } from "../../features/navigation/link.tsx";
import { usePendingLink } from "../../features/navigation/navigation.ts";
import { Pager } from "../../features/pager/pager.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import { ActiveFilters } from "../../features/search-panel/active-filters.tsx";
import { usePreviewSummary } from "../../features/search-panel/preview-summary.ts";
import { SortSelect } from "../../features/search-panel/sort-select.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { changesResults } from "./changes-results.ts";
import { MapView } from "./map-view.tsx";
import styles from "./property-archive.module.css";
import { showResultsAs, useResultsView } from "./results-view.ts";

/** PropertyArchive shows the results of a search, or suggestions when there are none. */
export default function PropertyArchive({ section }: SectionProps<"property-archive">) {
  const t = useT();
  const view = useResultsView();
  const pendingLink = usePendingLink();
  const pending = pendingLink !== "" && changesResults(pendingLink, window.location.pathname);
  const preview = usePreviewSummary();
  const hasResults = section.cards.length > 0;
  return (
    <section data-tone="paper" className={styles.archive} aria-label={t("sections.results")}>
      <div className={styles.bar}>
        <p className={styles.summary} role="status">
          {preview ?? section.summary}
        </p>
        <ActiveFilters className={styles.filters} />
        {hasResults ? <ViewSwitch /> : null}
        {section.cards.length > 1 ? (
          <SortSelect field={section.sort} className={styles.sort} />
        ) : null}
      </div>
      {hasResults ? (
        <>
          <div
            className={cx(
              view === "map" && styles.beside,
              preview !== undefined && preview !== section.summary && styles.outdated,
            )}
          >
            {view === "map" ? (
              <div className={styles.map}>
                <MapView section={section} />
              </div>
            ) : null}
            <CardGrid
              cards={section.cards}
              first
              heading="h2"
              pending={pending}
              single={view === "map"}
            />
          </div>
          <Pager pager={section.pager} />
        </>
      ) : (
        <NoResults section={section} />
      )}
    </section>
  );
}

/** ViewSwitch switches the results between list and map; without scripts there is the list only. */
function ViewSwitch() {
  const t = useT();
  const view = useResultsView();
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>{t("sections.view.label")}</legend>
      {(["list", "map"] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.kind}
          aria-pressed={view === kind}
          onClick={() => showResultsAs(kind)}
        >
          <Icon name={kind === "list" ? "grid" : "pin"} />
          <span className={styles.kindText}>{t(`sections.view.${kind}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** NoResults is the message of a search without results, with suggestions and the nearest properties. */
function NoResults({ section }: SectionProps<"property-archive">) {
  const t = useT();
  const suggestions = section.waysOut ?? [];
  return (
    <>
      <div className={styles.empty}>
        <h2 className={styles.sorry}>{section.empty}</h2>
        {suggestions.length > 0 ? (
          <>
            <p className={styles.near}>{t("sections.waysOut")}</p>
            <ul className={styles.ways}>
              {suggestions.map((suggestion) => (
                <li key={suggestion.href}>
                  <Link link={suggestion.href} className={styles.way}>
                    {suggestion.text}
                    <Icon name="arrow" />
                  </Link>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      {section.near ? (
        <>
          <h2 className={styles.nearest}>{t("sections.nearest")}</h2>
          <CardGrid cards={section.near} first />
        </>
      ) : null}
    </>
  );
}
