import { type KeyboardEvent, useRef, useState } from "react";
import type { PropertyArchiveSection } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { BaseMap } from "./base-map.tsx";
import { frameAfterKey, STEP, useGestures } from "./gestures.ts";
import { Marker } from "./marker.tsx";
import { MarkerProperties } from "./marker-properties.tsx";
import { type Cluster, clusterItems, type Frame, fitFrame, zoomFrame } from "./projection.ts";
import styles from "./results-map.module.css";
import { TileLayer, TileLayerBar } from "./tile-layer.tsx";
import { useElementSize } from "./use-element-size.ts";
import { type Place, type Places, usePlaces } from "./use-places.ts";

/** The size of a marker in px; nearer properties are clustered. */
const MIN_DISTANCE = 44;

const positionOf = ({ at }: Place) => at;

export type ResultsMapProps = {
  section: PropertyArchiveSection;
  /** The visitor has accepted cookies, so third parties may be contacted. */
  consented: boolean;
};

/**
 * ResultsMap shows the properties of a search on the site's own base map. It loads tiles of a third
 * party only if the agency configures a service and the visitor agrees. Markers are buttons; the
 * properties of the open one are listed below the map.
 */
export default function ResultsMap({ section, consented }: ResultsMapProps) {
  const t = useT();
  const places = usePlaces(section.map, section.cards);
  const { list } = places;
  const board = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  const size = useElementSize(board);
  const [moved, setMoved] = useState<{ list: typeof list; frame: Frame }>();
  const [opened, setOpened] = useState<readonly Place[]>([]);
  const [tilesChosen, setTilesChosen] = useState<boolean>();

  const positions = list.map(positionOf);
  const frame =
    moved?.list === list
      ? { ...moved.frame, ...size }
      : fitFrame(positions, size.width, size.height);
  const move = (next: Frame) => setMoved({ list, frame: next });
  useGestures(board, frame, move);
  const shown = opened.filter((place) => list.includes(place));

  const open = ({ items }: Cluster<Place>, marker: HTMLElement) => {
    const closer = zoomFrame(fitFrame(items.map(positionOf), size.width, size.height), 0.9);
    const parts = clusterItems(items, positionOf, closer, MIN_DISTANCE);
    if (items.length > 1 && parts.length > 1 && closer.scale > frame.scale) {
      move(closer);
      setOpened([]);
      return;
    }
    opener.current = marker;
    setOpened(items);
  };
  const close = () => {
    setOpened([]);
    opener.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const next = event.target === board.current ? frameAfterKey(frame, event) : undefined;
    if (!next) return;
    event.preventDefault();
    move(next);
  };
  const tiles = section.tiles && (tilesChosen ?? consented) ? section.tiles : undefined;

  return (
    <div className={styles.map}>
      <section
        ref={board}
        className={styles.board}
        aria-label={t("sections.map.label")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys pan the map
        tabIndex={0}
        onKeyDown={keys}
      >
        <BaseMap frame={frame} />
        {tiles ? <TileLayer tiles={tiles} frame={frame} /> : null}
        <ul className={styles.markers}>
          {clusterItems(list, positionOf, frame, MIN_DISTANCE).map((cluster) => (
            <Marker
              key={cluster.items[0]?.id}
              cluster={cluster}
              frame={frame}
              current={cluster.items.some((place) => shown.includes(place))}
              onOpen={(marker) => open(cluster, marker)}
            />
          ))}
        </ul>
      </section>
      <ZoomControls
        onZoom={(factor) => move(zoomFrame(frame, factor))}
        onReset={() => setMoved(undefined)}
      />
      {section.tiles ? (
        <TileLayerBar tiles={section.tiles} shown={tiles !== undefined} onShow={setTilesChosen} />
      ) : null}
      {shown.length > 0 ? (
        <MarkerProperties places={shown} lookup={section.lookup} onClose={close} />
      ) : null}
      <Notes places={places} />
    </div>
  );
}

type ZoomControlsProps = {
  onZoom: (factor: number) => void;
  /** Shows all properties. */
  onReset: () => void;
};

/** ZoomControls are the buttons to zoom in, zoom out and show all. */
function ZoomControls({ onZoom, onReset }: ZoomControlsProps) {
  const t = useT();
  return (
    <div className={styles.tools}>
      <IconButton label={t("sections.map.closer")} onClick={() => onZoom(STEP)}>
        <Icon name="plus" />
      </IconButton>
      <IconButton label={t("sections.map.farther")} onClick={() => onZoom(1 / STEP)}>
        <Icon name="minus" />
      </IconButton>
      <IconButton label={t("sections.map.whole")} onClick={onReset}>
        <Icon name="pin" />
      </IconButton>
    </div>
  );
}

type NotesProps = { places: Places };

/** Notes tell how exact the markers are and how many properties the map leaves out. */
function Notes({ places: { list, total, unplaced, failed } }: NotesProps) {
  const t = useT();
  const omitted = total - list.length - unplaced;
  return (
    <p className={styles.note} role="status">
      {list.length === 0 ? t("sections.map.none") : null}
      {list.some(({ exact }) => !exact) ? t("sections.map.approximate") : null}{" "}
      {list.length > 0 && unplaced > 0 ? t("sections.map.unplaced", { count: unplaced }) : null}{" "}
      {omitted > 0 ? t("sections.map.first", { shown: list.length + unplaced, total }) : null}{" "}
      {failed ? t("sections.map.pageOnly") : null}
    </p>
  );
}
