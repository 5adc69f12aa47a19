import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Card, Spot } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import { COAST, type Position, TOWNS } from "./coast.ts";
import { Found } from "./found.tsx";
import {
  type Cluster,
  clustered,
  type Frame,
  frameOf,
  labelled,
  project,
  pushed,
  zoomed,
} from "./plane.ts";
import styles from "./results-map.module.css";

type Placed = Card & { spot: Spot };

/** Markers are as large as a thumb; what stands nearer is one marker. */
const REACH = 44;

const positionOf = ({ spot }: Placed): Position => [spot.lng, spot.lat];

/**
 * ResultsMap shows the homes of a page on a plain drawing of the coast that is
 * our own: nobody else is asked. Markers are buttons; what one opens stands
 * below the map.
 */
export default function ResultsMap({ cards }: { cards: Card[] }) {
  const t = useT();
  const placed = cards.filter((card): card is Placed => card.spot !== undefined);
  const board = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  const size = useSize(board);
  const [moved, setMoved] = useState<{ cards: Card[]; frame: Frame }>();
  const [opened, setOpened] = useState<{ cards: Card[]; ids: number[] }>();
  if (placed.length === 0) return <p className={styles.note}>{t("sections.map.none")}</p>;

  const start = frameOf(placed.map(positionOf), size.width, size.height);
  const frame = moved?.cards === cards ? { ...moved.frame, ...size } : start;
  const move = (next: Frame) => setMoved({ cards, frame: next });
  const shown = opened?.cards === cards ? placed.filter(({ id }) => opened.ids.includes(id)) : [];

  const open = ({ items }: Cluster<Placed>, marker: HTMLElement) => {
    const closer = zoomed(frameOf(items.map(positionOf), size.width, size.height), 0.9);
    const parts = clustered(items, positionOf, closer, REACH);
    if (items.length > 1 && parts.length > 1 && closer.scale > frame.scale) {
      move(closer);
      setOpened(undefined);
      return;
    }
    opener.current = marker;
    setOpened({ cards, ids: items.map(({ id }) => id) });
  };
  const close = () => {
    setOpened(undefined);
    opener.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.target !== board.current || !step) return;
    event.preventDefault();
    move(pushed(frame, step[0], step[1]));
  };

  return (
    <div className={styles.map}>
      <section
        ref={board}
        className={styles.board}
        aria-label={t("sections.map.label")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves the paper with its arrows
        tabIndex={0}
        onKeyDown={keys}
        {...dragging(frame, move)}
      >
        <Drawing frame={frame} />
        <ul className={styles.markers}>
          {clustered(placed, positionOf, frame, REACH).map((cluster) => (
            <Marker
              key={cluster.items.map(({ id }) => id).join()}
              cluster={cluster}
              frame={frame}
              current={cluster.items.some(({ id }) => shown.some((card) => card.id === id))}
              onOpen={(marker) => open(cluster, marker)}
            />
          ))}
        </ul>
      </section>
      <div className={styles.tools}>
        <IconButton label={t("sections.map.closer")} onClick={() => move(zoomed(frame, 1.6))}>
          <Icon name="plus" />
        </IconButton>
        <IconButton label={t("sections.map.farther")} onClick={() => move(zoomed(frame, 1 / 1.6))}>
          <Icon name="minus" />
        </IconButton>
        <IconButton label={t("sections.map.whole")} onClick={() => setMoved(undefined)}>
          <Icon name="pin" />
        </IconButton>
      </div>
      {shown.length > 0 ? <Found cards={shown} onClose={close} /> : null}
      <p className={styles.note}>
        {placed.some(({ spot }) => !spot.exact) ? t("sections.map.approximate") : null}{" "}
        {placed.length < cards.length
          ? t("sections.map.unplaced", { count: cards.length - placed.length })
          : null}
      </p>
    </div>
  );
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

/** Drawing is land, sea and the names of towns: decoration, the markers tell where homes are. */
function Drawing({ frame }: { frame: Frame }) {
  const line = COAST.map((place) => project(place, frame));
  const coast = line.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const [west, east] = [line[0]?.x ?? 0, line.at(-1)?.x ?? 0];
  const below = Math.max(frame.height, ...line.map(({ y }) => y)) + 9000;
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      aria-hidden="true"
    >
      <path
        className={styles.sea}
        d={`M${coast}L${east + 9000} ${line.at(-1)?.y ?? 0}V${below}H${west - 9000}V${line[0]?.y ?? 0}Z`}
      />
      {labelled(TOWNS, frame).map(({ name, x, y }) => (
        <g key={name}>
          <circle className={styles.town} cx={x} cy={y} r="2.5" />
          <text className={styles.name} x={x} y={y - 8}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface MarkerProps {
  cluster: Cluster<Placed>;
  frame: Frame;
  current: boolean;
  onOpen: (marker: HTMLElement) => void;
}

/** Marker is one home, or how many stand together. Those outside the frame are not drawn. */
function Marker({ cluster: { x, y, items }, frame, current, onOpen }: MarkerProps) {
  const t = useT();
  const [first] = items;
  if (!first || x < 0 || y < 0 || x > frame.width || y > frame.height) return null;
  const one = items.length === 1;
  return (
    <li className={styles.place} style={{ insetInlineStart: x, insetBlockStart: y }}>
      <button
        type="button"
        className={styles.marker}
        data-one={one || undefined}
        aria-pressed={current}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        {one ? (
          <>
            <Icon name="built" />
            <VisuallyHidden>
              {first.title}, {first.price.text}
            </VisuallyHidden>
          </>
        ) : (
          <>
            <span aria-hidden="true">{items.length}</span>
            <VisuallyHidden>{t("sections.map.homes", { count: items.length })}</VisuallyHidden>
          </>
        )}
      </button>
    </li>
  );
}

/** dragging pushes the paper with a pointer; a finger that moves up or down still scrolls the page. */
function dragging(frame: Frame, move: (next: Frame) => void) {
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest("button")) return;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      move(pushed(frame, event.movementX, event.movementY));
    },
  };
}

/** useSize measures the board; a fair guess stands until then. */
function useSize(board: { current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: 960, height: 560 });
  useEffect(() => {
    const element = board.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box && box.width > 0) setSize({ width: box.width, height: box.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [board]);
  return size;
}
