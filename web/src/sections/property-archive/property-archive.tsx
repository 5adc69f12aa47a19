import {
  type FocusEvent,
  type PointerEvent,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useConsent } from "../../features/consent/consent.ts";
import { rememberWish } from "../../features/enquiry/wish.ts";
import { Link } from "../../features/navigation/link.tsx";
import { useNavigate, usePendingLink } from "../../features/navigation/navigation.ts";
import { Pager } from "../../features/pager/pager.tsx";
import { CardGrid } from "../../features/property-card/card-grid.tsx";
import { PropertyCard } from "../../features/property-card/property-card.tsx";
import { MapFailure } from "../../features/results-map/map-failure.tsx";
import { linkWith, WHOLE_SEARCH } from "../../features/results-map/map-link.ts";
import type { ResultsMapProps } from "../../features/results-map/results-map.tsx";
import resultsMapURL from "../../features/results-map/results-map.tsx?chunk-url";
import { ActiveFilters, SearchPanelContext } from "../../features/search-panel/active-filters.tsx";
import { usePreviewSummary } from "../../features/search-panel/preview-summary.ts";
import { SortSelect } from "../../features/search-panel/sort-select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { repeatableImport } from "../../lib/chunk.ts";
import { ErrorBoundary } from "../../lib/error-boundary.tsx";
import { repeatableLazy } from "../../lib/repeatable-lazy.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { changesResults } from "./changes-results.ts";
import { ListSheet } from "./list-sheet.tsx";
import styles from "./property-archive.module.css";

/** The map of results is a chunk of its own, and no part of the server's bundle. */
const resultsMap = repeatableLazy(
  repeatableImport(
    "results-map",
    () =>
      import.meta.env.SSR
        ? new Promise<never>(() => {})
        : import("../../features/results-map/results-map.tsx"),
    resultsMapURL,
  ),
);

/** Below this width the list lies over the map, as in property-archive.module.css. */
const BELOW_MENU = "(width < 1024px)";

/** PropertyArchive shows the results of a search, or suggestions when there are none. */
export default function PropertyArchive({ section }: SectionProps<"property-archive">) {
  const t = useT();
  const onMap = section.mapView !== undefined;
  const [active, setActive] = useState<number>();
  const [covered, setCovered] = useState(false);
  const stacked = useMediaQuery(BELOW_MENU);
  const pendingLink = usePendingLink();
  const pending = pendingLink !== "" && changesResults(pendingLink, window.location.pathname);
  const preview = usePreviewSummary();
  const hasResults = section.cards.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new result may have other words in its address
  useEffect(() => rememberWish(window.location.search), [section]);
  const point = (event: PointerEvent | FocusEvent) => {
    // A finger that scrolls points at nothing.
    if ("pointerType" in event && event.pointerType === "touch") return;
    const { target } = event;
    const item = target instanceof Element ? target.closest("[data-card]") : null;
    setActive(item instanceof HTMLElement ? Number(item.dataset.card) : undefined);
  };
  const leave = () => setActive(undefined);
  const list = hasResults ? (
    <>
      <CardGrid
        cards={section.cards}
        first
        heading="h2"
        pending={pending}
        beside={onMap}
        active={active}
      />
      <Pager pager={section.pager} />
    </>
  ) : section.mapView?.window && !section.mapView.all ? (
    <p className={styles.noneHere}>{t("sections.map.noneHere")}</p>
  ) : (
    <NoResults section={section} beside />
  );
  const sort =
    section.cards.length > 1 ? <SortSelect field={section.sort} className={styles.sort} /> : null;
  return (
    <section
      data-tone="paper"
      className={cx(styles.archive, onMap && styles.wide, onMap && styles.onMap)}
      data-map-mode={onMap ? "" : undefined}
      data-covered={(onMap && covered) || undefined}
      aria-label={t("sections.results")}
    >
      <div className={styles.bar} data-results-bar="">
        <p className={styles.summary} role="status">
          {preview ?? section.summary}
        </p>
        {onMap && stacked ? null : <ActiveFilters className={styles.filters} />}
        {section.alert && hasResults && !onMap ? (
          <Link link={section.alert.href} className={styles.save}>
            <Icon name="mail" />
            {section.alert.text}
          </Link>
        ) : null}
        {hasResults || onMap ? <ViewSwitch onMap={onMap} /> : null}
        {onMap && stacked ? null : sort}
      </div>
      {hasResults || onMap ? (
        <div
          className={cx(
            onMap && styles.beside,
            preview !== undefined && preview !== section.summary && styles.outdated,
          )}
        >
          {onMap ? <MapView section={section} active={active} onActive={setActive} /> : null}
          {onMap ? (
            <ListSheet
              summary={preview ?? section.summary}
              onCover={setCovered}
              onPointerOver={point}
              onPointerLeave={leave}
              onFocus={point}
              onBlur={leave}
            >
              {stacked ? <ActiveFilters className={styles.filters} /> : null}
              {stacked ? sort : null}
              {list}
            </ListSheet>
          ) : (
            <div>{list}</div>
          )}
        </div>
      ) : (
        <NoResults section={section} />
      )}
      {hasResults ? <Further section={section} beside={onMap} /> : null}
    </section>
  );
}

type MapViewProps = SectionProps<"property-archive"> & {
  active: number | undefined;
  onActive: (id: number | undefined) => void;
};

/** MapView is the map beside the list. The server renders its place only. */
function MapView({ section, active, onActive }: MapViewProps) {
  const t = useT();
  const consented = useConsent() === "accepted";
  const hydrated = useHydrated();
  const [ResultsMap, setResultsMap] = useState(resultsMap);
  const frame = useRef<HTMLDivElement>(null);
  const panel = useContext(SearchPanelContext);
  const places = panel?.fields.find(({ name }) => name === "s_location");
  const districts = (places?.options ?? []).map(({ name = "s_location", value, label }) => ({
    name,
    value,
    label,
  }));
  const waiting = (
    <div className={styles.wait}>
      <Spinner label={t("sections.map.loading")} />
    </div>
  );
  const renderFailure: ResultsMapProps["renderFailure"] = (retry, className) => (
    <MapFailure
      className={className}
      retry={() => {
        frame.current?.focus({ preventScroll: true }); // the pressed button disappears
        retry();
      }}
    />
  );
  return (
    <div ref={frame} className={styles.map} tabIndex={-1}>
      {hydrated ? (
        <ErrorBoundary
          fallback={(retry) => renderFailure(retry, styles.wait)}
          onRetry={() => setResultsMap(resultsMap)}
        >
          <Suspense fallback={waiting}>
            <ResultsMap
              section={section}
              consented={consented}
              active={active}
              onActive={onActive}
              districts={districts}
              renderFailure={renderFailure}
              renderCard={(card, pictures) => (
                <PropertyCard card={card} sizes="312px" heading="h2" pictures={pictures} />
              )}
            />
          </Suspense>
        </ErrorBoundary>
      ) : (
        waiting
      )}
    </div>
  );
}

/** The link in the address bar: the switch keeps its filters. */
const currentLink = (): string => window.location.pathname + window.location.search;

/** ViewSwitch switches the results between list and map; without scripts there is the list only. */
const ViewSwitch = cachedFragment(
  function ViewSwitch({ onMap }: { onMap: boolean }) {
    const t = useT();
    const navigate = useNavigate();
    const view = onMap ? "map" : "list";
    const show = (kind: "list" | "map") => {
      if (kind === view) return;
      const map = kind === "map" ? WHOLE_SEARCH : "";
      navigate(linkWith(currentLink(), { map }), { scroll: false });
    };
    return (
      <fieldset className={styles.switch}>
        <legend className={styles.legend}>{t("sections.view.label")}</legend>
        {(["list", "map"] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={view === kind}
            onClick={() => show(kind)}
          >
            <Icon name={kind === "list" ? "grid" : "pin"} />
            <span className={styles.kindText}>{t(`sections.view.${kind}`)}</span>
          </button>
        ))}
      </fieldset>
    );
  },
  { ofChrome: true, rest: ({ onMap }) => `${onMap}` },
);

type NoResultsProps = SectionProps<"property-archive"> & {
  /** A map is beside them. */
  beside?: boolean;
};

/** Further is what follows the results: where they are few the nearest others, and the link that saves the search. */
function Further({ section, beside = false }: NoResultsProps) {
  const t = useT();
  return (
    <>
      {section.near ? (
        <>
          <h2 className={styles.further}>{t("sections.nearest")}</h2>
          <CardGrid cards={section.near} beside={beside} />
        </>
      ) : null}
      {section.alert ? (
        <div className={styles.alert}>
          <p className={styles.hope}>{t("sections.hope")}</p>
          <Link
            link={section.alert.href}
            className={buttonClass({ variant: "line", size: "small" })}
          >
            {section.alert.text}
          </Link>
        </div>
      ) : null}
    </>
  );
}

/** NoResults is the message of a search without results, with suggestions and the nearest properties. */
function NoResults({ section, beside = false }: NoResultsProps) {
  const t = useT();
  const suggestions = section.waysOut ?? [];
  return (
    <>
      <div className={styles.empty}>
        <div className={styles.sorry}>
          <h2>{section.empty}</h2>
          {section.alert ? (
            <p className={styles.hope}>
              {t("sections.hope")}{" "}
              <Link link={section.alert.href} className={buttonClass({ size: "small" })}>
                {section.alert.text}
              </Link>
            </p>
          ) : null}
        </div>
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
          <CardGrid cards={section.near} first beside={beside} />
        </>
      ) : null}
    </>
  );
}
