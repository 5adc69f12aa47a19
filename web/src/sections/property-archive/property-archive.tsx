import { Link } from "../../features/navigation/link.tsx";
import { usePendingLink } from "../../features/navigation/navigation.ts";
import { Pager } from "../../features/pager/pager.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import { SortSelect } from "../../features/search-panel/sort-select.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { changesResults } from "./changes-results.ts";
import { MapView } from "./map-view.tsx";
import styles from "./property-archive.module.css";
import { showResultsAs, useResultsView } from "./results-view.ts";

/** PropertyArchive is what a search found, or what comes near where it found nothing. */
export default function PropertyArchive({ section }: SectionProps<"property-archive">) {
  const t = useT();
  const view = useResultsView();
  const going = usePendingLink();
  const waiting = going !== "" && changesResults(going, window.location.pathname);
  const found = section.cards.length > 0;
  return (
    <section data-tone="paper" className={styles.archive} aria-label={t("sections.results")}>
      <div className={styles.bar}>
        <p className={styles.summary} role="status">
          {section.summary}
        </p>
        {found ? <ViewSwitch /> : null}
        {section.cards.length > 1 ? (
          <SortSelect field={section.sort} className={styles.sort} />
        ) : null}
      </div>
      {found ? (
        <>
          <div className={view === "map" ? styles.beside : undefined}>
            {view === "map" ? (
              <div className={styles.map}>
                <MapView section={section} />
              </div>
            ) : null}
            <CardGrid
              cards={section.cards}
              first
              heading="h2"
              waiting={waiting}
              single={view === "map"}
            />
          </div>
          <Pager pager={section.pager} />
        </>
      ) : (
        <Nothing section={section} />
      )}
    </section>
  );
}

/** ViewSwitch shows the page of results as a list or on the map; without a script there is the list. */
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
          {t(`sections.view.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Nothing was found: it says so, and leads to what comes near. */
function Nothing({ section }: SectionProps<"property-archive">) {
  const t = useT();
  const waysOut = section.waysOut ?? [];
  return (
    <div className={styles.empty}>
      <h2 className={styles.sorry}>{section.empty}</h2>
      {waysOut.length > 0 ? (
        <>
          <p className={styles.near}>{t("sections.waysOut")}</p>
          <ul className={styles.ways}>
            {waysOut.map((way) => (
              <li key={way.href}>
                <Link link={way.href} className={styles.way}>
                  {way.text}
                  <Icon name="arrow" />
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
