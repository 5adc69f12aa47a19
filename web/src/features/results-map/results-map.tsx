import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Card, MapPlace, PropertyArchiveSection } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { visitedIds } from "../../lib/visited.ts";
import { Button } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { LazyMap } from "../../ui/map/map.tsx";
import type { MapHandle, MapMove, MapPadding, MapPin, MapWindow } from "../../ui/map/map-props.ts";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import { useNavigate } from "../navigation/navigation.ts";
import { AreaTools, type District } from "./area-tools.tsx";
import { CardRow, type CardRowHandle } from "./card-row.tsx";
import { groupPlaces, isOnePlace, type PlaceGroup } from "./group-places.ts";
import { linkWith, mapValue, WHOLE_SEARCH } from "./map-link.ts";
import { PinCard } from "./pin-card.tsx";
import { ClusterPin, PricePin } from "./pins.tsx";
import styles from "./results-map.module.css";
import { MAX_SPREAD, spreadOffsets } from "./spread.ts";
import { ToolText } from "./tool-text.tsx";
import { usePlaces, type Viewport } from "./use-places.ts";
import { countIn, shapeOf, shapeWindow } from "./windows.ts";

/** From this zoom level on, a click spreads a cluster. */
const SPREAD_ZOOM = 17;
/** About 20 m in degrees: the window of one place. */
const PLACE_MARGIN = 2e-4;

/** Below this width the list is under the map, as in property-archive.module.css. */
const BELOW_MENU = "(width < 1024px)";

/** Pins lie clear of the buttons of the map, and of the row of cards. */
const PADDING: MapPadding = { top: 48, right: 64, bottom: 48, left: 48 };
const PADDING_WITH_ROW: MapPadding = { top: 40, right: 52, bottom: 184, left: 40 };

export type ResultsMapProps = {
  section: PropertyArchiveSection;
  /** Renders what replaces a map that failed to load, with the class of its place. */
  renderFailure: (retry: () => void, className: string | undefined) => ReactNode;
  /** The visitor has accepted cookies, so third parties may be contacted. */
  consented: boolean;
  /** The property that the visitor points at in the list. */
  active: number | undefined;
  /** Runs when the visitor points at a pin, and with undefined when they leave it. */
  onActive: (id: number | undefined) => void;
  /** The places of the search form. */
  districts: readonly District[];
  renderCard: (card: Card, pictures: ReactNode) => ReactNode;
};

/**
 * ResultsMap shows all results of a search on a map: prices, and clusters that part or spread when
 * they are pressed. The window is part of the link; the list follows it unless the visitor turns
 * that off.
 */
export default function ResultsMap({
  section,
  renderFailure,
  consented,
  active,
  onActive,
  districts,
  renderCard,
}: ResultsMapProps) {
  const t = useT();
  const navigate = useNavigate();
  const handle = useRef<MapHandle>(null);
  const saved = section.mapView?.window;
  const follows = section.mapView?.all !== true;
  const address = section.map && linkWith(section.map, { map: "" });

  const [viewport, setViewport] = useState<Viewport>();
  const [initial] = useState(saved);
  const [selected, setSelected] = useState<MapPlace>();
  const [spread, setSpread] = useState<PlaceGroup>();
  const [drawing, setDrawing] = useState(false);
  const [areaOpen, setAreaOpen] = useState(false);
  const [tilesChosen, setTilesChosen] = useState<boolean>();
  const [visited] = useState(() => new Set(visitedIds()));
  const row = useRef<CardRowHandle>(null);
  const rowOpener = useRef<Element>(null);
  const stacked = useMediaQuery(BELOW_MENU);

  // Other filters without a window: all results are shown.
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress !== address) {
    setShownAddress(address);
    setSpread(undefined);
    setSelected(undefined);
    if (!saved) setViewport(undefined);
  }

  const { response, failed } = usePlaces(address, viewport ?? startOf(saved), section.cards);
  const shape = useMemo(() => shapeWindow(address), [address]);
  const whole = response?.bounds;
  const target = saved ? undefined : (shape ?? whole);
  const [first, setFirst] = useState(initial);
  if (!first && target) setFirst(target);
  useEffect(() => {
    if (target) handle.current?.fit(target);
  }, [target]);

  const zoom = viewport?.zoom;
  const groups = useMemo(
    () => (response && zoom !== undefined ? groupPlaces(response.places, zoom) : []),
    [response, zoom],
  );

  const moved = ({ window, zoom: nextZoom, byVisitor }: MapMove) => {
    setViewport({ window, zoom: nextZoom });
    if (!byVisitor) return;
    setSpread(undefined);
    navigate(linkWith(currentLink(), { map: mapValue(window, !follows) }), {
      replace: true,
      scroll: false,
    });
  };
  const searchArea = (values: Record<string, string>) => {
    setViewport(undefined);
    navigate(linkWith(currentLink(), { ...values, map: WHOLE_SEARCH }), { scroll: false });
  };
  const setFollows = (next: boolean) => {
    if (!viewport) return;
    const value = mapValue(viewport.window, !next);
    navigate(linkWith(currentLink(), { map: value }), { replace: true, scroll: false });
  };
  const showAll = () => {
    setViewport(undefined);
    setSelected(undefined);
    setSpread(undefined);
    navigate(linkWith(currentLink(), { map: WHOLE_SEARCH }), { replace: true, scroll: false });
  };
  const openGroup = (group: PlaceGroup) => {
    setSelected(undefined);
    if (isOnePlace(group) || (zoom ?? 0) >= SPREAD_ZOOM) setSpread(group);
    else handle.current?.fit(group.window, { byVisitor: true, maxZoom: SPREAD_ZOOM + 1 });
  };

  // The panel of the area and the card of a pin have the same place.
  const openArea = (open: boolean) => {
    setAreaOpen(open);
    if (open) setSelected(undefined);
  };
  const select = (place: MapPlace) => {
    setAreaOpen(false);
    if (place.id === selected?.id) {
      setSelected(undefined);
      return;
    }
    rowOpener.current = document.activeElement;
    const inRow = row.current?.show(place.id ?? 0) ?? false;
    setSelected(inRow ? undefined : place);
  };
  const leaveRow = () => {
    if (rowOpener.current instanceof HTMLElement) rowOpener.current.focus({ preventScroll: true });
  };

  const cards = new Map(section.cards.map((card) => [card.id, card]));
  const spreadPlaces = useSpreadPlaces(address, spread);
  const pins: MapPin[] = [];
  const addPrice = (place: MapPlace, offset?: { x: number; y: number }) => {
    const id = place.id ?? 0;
    pins.push({
      key: `${id}`,
      lat: place.lat,
      lng: place.lng,
      offset,
      raised: id === active || id === selected?.id || offset !== undefined,
      content: (
        <PricePin
          place={place}
          card={cards.get(id)}
          active={id === active}
          selected={id === selected?.id}
          visited={visited.has(id)}
          onActive={onActive}
          onSelect={() => select(place)}
        />
      ),
    });
  };
  for (const group of groups) {
    const [single] = group.places;
    if (group.count === 1 && single) {
      addPrice(single);
      continue;
    }
    if (group.key === spread?.key && spreadPlaces.length > 0) {
      const offsets = spreadOffsets(spreadPlaces.length, isNarrow(handle.current));
      for (const [index, place] of spreadPlaces.slice(0, offsets.length).entries()) {
        addPrice({ ...place, lat: group.lat, lng: group.lng }, offsets[index]);
      }
    }
    pins.push({
      key: `cluster ${group.key}`, // the group has the key of its first property
      lat: group.lat,
      lng: group.lng,
      raised: group.places.some(({ id }) => id === active),
      content: (
        <ClusterPin
          count={group.count}
          active={group.places.some(({ id }) => id === active)}
          open={group.key === spread?.key}
          onOpen={() => (group.key === spread?.key ? setSpread(undefined) : openGroup(group))}
        />
      ),
    });
  }

  const tiles = section.tiles && (tilesChosen ?? consented) ? section.tiles : undefined;
  const lang = typeof document === "undefined" ? "" : document.documentElement.lang;
  // Where the list follows the map, its summary says the number.
  const inView =
    viewport && response && !(saved && follows) && !failed
      ? countIn(response.places, viewport.window)
      : undefined;
  const loading = <Spinner label={t("sections.map.loading")} />;
  return (
    <>
      <div className={styles.tools}>
        {first && handle.current && section.map ? (
          <>
            <label className={styles.tool}>
              <input
                type="checkbox"
                checked={follows}
                onChange={(event) => setFollows(event.currentTarget.checked)}
              />
              <Icon name="move" />
              <ToolText long={t("sections.map.follow")} short={t("sections.map.followShort")} />
            </label>
            {saved ? (
              <button type="button" className={styles.tool} onClick={showAll}>
                <Icon name="globe" />
                <ToolText long={t("sections.map.whole")} short={t("sections.map.wholeShort")} />
              </button>
            ) : null}
            <AreaTools
              map={handle.current}
              districts={districts}
              drawing={drawing}
              open={areaOpen}
              onOpen={openArea}
              onDraw={setDrawing}
              onSearch={searchArea}
            />
          </>
        ) : null}
      </div>
      <div className={styles.map}>
        {first ? (
          <LazyMap
            className={styles.board}
            label={t("sections.map.label")}
            pinsLabel={t("sections.map.pins")}
            mapStyle={`/_tiles/${lang}/${tiles ? "service" : "style"}.json`}
            initial={first}
            padding={stacked && section.cards.length > 0 ? PADDING_WITH_ROW : PADDING}
            exact={initial !== undefined}
            pins={pins}
            pinsInert={drawing}
            {...shapeOf(section.map)}
            handle={handle}
            onMove={moved}
            onClick={() => {
              setSelected(undefined);
              setSpread(undefined);
            }}
            loading={<div className={styles.wait}>{loading}</div>}
            fallback={<p className={styles.message}>{t("sections.map.failed")}</p>}
            failed={(retry) => renderFailure(retry, styles.wait)}
          />
        ) : (
          <div className={styles.wait}>
            {response ? (
              <p>{t(response.unplaced > 0 ? "sections.map.none" : "sections.map.empty")}</p>
            ) : (
              loading
            )}
          </div>
        )}
        {first && section.total === 0 ? (
          <p className={styles.nothing} role="status">
            {t(saved ? "sections.map.noneHere" : "sections.map.empty")}
          </p>
        ) : null}
        {selected ? (
          <PinCard
            place={selected}
            card={cards.get(selected.id ?? 0)}
            lookup={section.lookup}
            at={pointOf(handle.current, selected)}
            renderCard={renderCard}
            onClose={() => setSelected(undefined)}
          />
        ) : null}
        {stacked && viewport && !drawing && !selected && section.cards.length > 0 ? (
          <CardRow
            cards={section.cards}
            handle={row}
            active={active}
            onActive={onActive}
            onLeave={leaveRow}
          />
        ) : null}
      </div>
      {section.tiles ? (
        <p className={styles.tilesBar}>
          <Button variant="line" size="small" onClick={() => setTilesChosen(tiles === undefined)}>
            {t(tiles ? "sections.map.noStreets" : "sections.map.streets")}
          </Button>
          {tiles ? null : (
            <span>{t("sections.map.streetsFrom", { host: section.tiles.host })}</span>
          )}
        </p>
      ) : null}
      <p className={styles.note} role="status">
        {inView === undefined ? null : inView < section.total ? (
          t("sections.map.inWindow", { count: inView, total: section.total })
        ) : (
          <VisuallyHidden>{t("sections.map.shown", { count: inView })}</VisuallyHidden>
        )}{" "}
        {section.cards.some(({ spot }) => spot && !spot.exact)
          ? t("sections.map.approximate")
          : null}{" "}
        {response && response.unplaced > 0
          ? t("sections.map.unplaced", { count: response.unplaced })
          : null}{" "}
        {failed && section.total > section.cards.length ? t("sections.map.pageOnly") : null}
      </p>
    </>
  );
}

/** The properties of a cluster that spreads; the server names those that it has counted as one place. */
function useSpreadPlaces(address: string | undefined, group: PlaceGroup | undefined): MapPlace[] {
  const complete = group === undefined || group.places.length === group.count;
  const window = group && {
    south: group.window.south - PLACE_MARGIN,
    west: group.window.west - PLACE_MARGIN,
    north: group.window.north + PLACE_MARGIN,
    east: group.window.east + PLACE_MARGIN,
  };
  const { response } = usePlaces(
    complete ? undefined : address,
    window && { window, zoom: 22 },
    NO_CARDS,
  );
  if (complete) return group?.places ?? [];
  return (response?.places ?? []).filter(({ id }) => id !== undefined);
}

/** The link in the address bar. */
const currentLink = (): string => window.location.pathname + window.location.search;

const NO_CARDS: Card[] = [];

/** The point of a property on the map in px. */
function pointOf(handle: MapHandle | null, { lat, lng }: MapPlace) {
  if (!handle) return undefined;
  const { x, y } = handle.map.project([lng, lat]);
  return { x, y };
}

/** Whether the map has too little room for MAX_SPREAD pins. */
const isNarrow = (handle: MapHandle | null): boolean =>
  (handle?.map.getContainer().clientWidth ?? MAX_SPREAD) < 560;

/** The viewport before the map has loaded; the zoom level is about that of a map of 1000 px. */
const startOf = (window: MapWindow | undefined): Viewport | undefined =>
  window && { window, zoom: Math.log2((360 * 2) / (window.east - window.west)) };
