import {
  type GeoJSONSource,
  Map as MapLibre,
  type MapLibreEvent,
  type StyleSpecification,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import { IconButton } from "../button/button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import styles from "./map-canvas.module.css";
import type { MapCircle, MapHandle, MapPadding, MapPin, MapProps, MapWindow } from "./map-props.ts";

// A file of this site: the content security policy allows no worker from a blob.
setWorkerUrl(workerUrl);

const DEFAULT_MAX_ZOOM = 16;
/** The space between a window and the edge of the map in px. */
const PADDING: MapPadding = { top: 48, right: 48, bottom: 48, left: 48 };
const NO_PADDING: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 };
/** The largest share of the map that is padding. */
const MAX_PADDING = 0.6;
/** The largest share of the map below the browser's window that counts as padding. */
const MAX_HIDDEN = 0.3;

/** A movement that begins within this time in ms after a turn of the wheel is the visitor's. */
const WHEEL_TIME = 500;

const NO_DIFF = { diff: false };
const BY_VISITOR = { byVisitor: true };

/** The style before, or without, a style of the site. Colours of tokens.css. */
const PLAIN_STYLE: StyleSpecification = {
  version: 8,
  sources: {},
  layers: [{ id: "background", type: "background", paint: { "background-color": "#f6efe5" } }],
};

/**
 * MapCanvas is a MapLibre map. Pins are React content in a list, so screen readers and the Tab key
 * go through them; the arrow keys, plus and minus move the map. It animates nothing under reduced
 * motion.
 */
export default function MapCanvas({
  label,
  mapStyle,
  initial,
  padding = PADDING,
  exact = false,
  maxZoom = DEFAULT_MAX_ZOOM,
  pins = [],
  pinsLabel,
  pinsInert = false,
  circle,
  area,
  cooperative = false,
  className,
  handle,
  onMove,
  onClick,
}: MapProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre>();

  const moved = useEffectEvent((moving: MapLibre, byVisitor: boolean) => {
    onMove?.({ window: windowOf(moving), zoom: moving.getZoom(), byVisitor });
  });
  const clicked = useEffectEvent((lat: number, lng: number) => onClick?.({ lat, lng }));
  const create = useEffectEvent((container: HTMLDivElement) => {
    const created = new MapLibre({
      container,
      style: mapStyle ?? PLAIN_STYLE,
      bounds: boundsOf(initial),
      fitBoundsOptions: { padding: exact ? NO_PADDING : paddingOf(container, padding), maxZoom },
      attributionControl: { compact: false },
      cooperativeGestures: cooperative,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      maxZoom: 19,
      fadeDuration: prefersReducedMotion() ? 0 : 200,
      locale: {
        "Map.Title": label,
        "AttributionControl.ToggleAttribution": t("ui.map.credit"),
        "CooperativeGesturesHandler.WindowsHelpText": t("ui.map.zoomWithCtrl"),
        "CooperativeGesturesHandler.MacHelpText": t("ui.map.zoomWithCommand"),
        "CooperativeGesturesHandler.MobileHelpText": t("ui.map.twoFingers"),
      },
    });
    // MapLibre's element of the credit is a group without a name.
    container
      .querySelector(".maplibregl-ctrl-attrib")
      ?.setAttribute("aria-label", t("ui.map.credit"));
    created.touchZoomRotate.disableRotation();
    created.keyboard.disableRotation();
    // MapLibre does not name the visitor's event for a single tick of a wheel.
    let byVisitor = false;
    let lastWheel = Number.NEGATIVE_INFINITY;
    const note = (event: MapLibreEvent & { byVisitor?: boolean }) => {
      byVisitor ||=
        event.originalEvent !== undefined ||
        event.byVisitor === true ||
        performance.now() - lastWheel < WHEEL_TIME;
    };
    created.on("wheel", () => {
      lastWheel = performance.now();
    });
    created.on("movestart", note);
    created.on("moveend", (event) => {
      note(event);
      moved(created, byVisitor);
      byVisitor = false;
    });
    created.on("click", ({ lngLat, originalEvent }) => {
      if (originalEvent.target === created.getCanvas()) clicked(lngLat.lat, lngLat.lng);
    });
    created.on("error", ({ error }) => {
      console.warn(error);
      // Pins need a style: without the site's own one the background is plain.
      if (!created.isStyleLoaded() && created.getStyle() === undefined)
        created.setStyle(PLAIN_STYLE, NO_DIFF);
    });
    return created;
  });

  useEffect(() => {
    const container = frame.current;
    if (!container) return;
    const created = create(container);
    setMap(created);
    moved(created, false);
    return () => {
      created.remove();
      setMap(undefined);
    };
  }, []);

  const paddingNow = useRef(padding);
  useEffect(() => {
    paddingNow.current = padding;
  }, [padding]);
  useImperativeHandle<MapHandle | null, MapHandle | null>(handle, () => {
    if (!map) return null;
    const fit: MapHandle["fit"] = (next, { maxZoom: limit, byVisitor = false } = {}) => {
      const duration = prefersReducedMotion() ? 0 : 600;
      map.fitBounds(
        boundsOf(next),
        {
          padding: paddingOf(map.getContainer(), paddingNow.current),
          maxZoom: limit ?? DEFAULT_MAX_ZOOM,
          duration,
        },
        { byVisitor },
      );
    };
    return { map, fit };
  }, [map]);

  const shownStyle = useRef(mapStyle);
  useEffect(() => {
    if (!map || shownStyle.current === mapStyle) return;
    shownStyle.current = mapStyle;
    map.setStyle(mapStyle ?? PLAIN_STYLE, NO_DIFF);
  }, [map, mapStyle]);
  useShape(map, circle, area);

  return (
    <section className={cx(styles.map, className)} aria-label={label}>
      <div ref={frame} className={styles.frame} />
      {map
        ? createPortal(
            <Pins map={map} pins={pins} label={pinsLabel} inert={pinsInert} />,
            // Gestures that begin on a pin move the map too.
            map.getCanvasContainer(),
          )
        : null}
      <div className={styles.zoom}>
        <IconButton label={t("ui.map.zoomIn")} onClick={() => map?.zoomIn({}, BY_VISITOR)}>
          <Icon name="plus" />
        </IconButton>
        <IconButton label={t("ui.map.zoomOut")} onClick={() => map?.zoomOut({}, BY_VISITOR)}>
          <Icon name="minus" />
        </IconButton>
      </div>
    </section>
  );
}

type PinsProps = {
  map: MapLibre;
  pins: readonly MapPin[];
  label?: string | undefined;
  inert: boolean;
};

/** Pins is the list of pins; those outside the map are hidden. */
function Pins({ map, pins, label, inert }: PinsProps) {
  const items = useRef(new Map<string, HTMLLIElement>());
  useLayoutEffect(() => {
    const place = () => {
      const { clientWidth, clientHeight } = map.getContainer();
      for (const { key, lat, lng, offset } of pins) {
        const item = items.current.get(key);
        if (!item) continue;
        const { x, y } = map.project([lng, lat]);
        item.hidden = x < 0 || y < 0 || x > clientWidth || y > clientHeight;
        item.style.transform = `translate(${x + (offset?.x ?? 0)}px, ${y + (offset?.y ?? 0)}px)`;
      }
    };
    place();
    map.on("move", place);
    map.on("resize", place);
    return () => {
      map.off("move", place);
      map.off("resize", place);
    };
  }, [map, pins]);
  return (
    <ul className={styles.pins} aria-label={label} inert={inert}>
      {pins.map(({ key, content, raised }) => (
        <li
          key={key}
          ref={(item) => {
            if (!item) return;
            items.current.set(key, item);
            return () => void items.current.delete(key);
          }}
          className={styles.pin}
          data-raised={raised || undefined}
        >
          {content}
        </li>
      ))}
    </ul>
  );
}

/**
 * The padding with the part of the map below the browser's window, when that is small; less padding on
 * a map that is too small for it.
 */
function paddingOf(container: HTMLElement, { top, right, bottom, left }: MapPadding): MapPadding {
  const { width, height, bottom: end } = container.getBoundingClientRect();
  const hidden = Math.max(0, end - window.innerHeight);
  const lower = bottom + (hidden < height * MAX_HIDDEN ? hidden : 0);
  const across = Math.min(1, (width * MAX_PADDING) / (left + right || 1));
  const down = Math.min(1, (height * MAX_PADDING) / (top + lower || 1));
  return { top: top * down, right: right * across, bottom: lower * down, left: left * across };
}

const boundsOf = ({ south, west, north, east }: MapWindow): [number, number, number, number] => [
  west,
  south,
  east,
  north,
];

function windowOf(map: MapLibre): MapWindow {
  const bounds = map.getBounds();
  return {
    south: bounds.getSouth(),
    west: bounds.getWest(),
    north: bounds.getNorth(),
    east: bounds.getEast(),
  };
}

/** Runs a change of layers when the style is ready, and again after each other style. */
function whenStyled(map: MapLibre, change: () => void): () => void {
  if (map.isStyleLoaded()) change();
  map.on("style.load", change);
  return () => map.off("style.load", change);
}

const SHAPE = "shape";
const KM_PER_DEGREE = 111.195;
const CIRCLE_STEPS = 72;

/** Shows the circle of an approximate position, or a searched area. */
function useShape(
  map: MapLibre | undefined,
  circle: MapCircle | undefined,
  area: MapProps["area"],
): void {
  const rings = area ?? (circle && circle.km > 0 ? [ringOf(circle)] : []);
  const text = JSON.stringify(rings);
  useEffect(() => {
    if (!map) return;
    return whenStyled(map, () => {
      const coordinates: [number, number][][] = JSON.parse(text);
      const data = {
        type: "Feature" as const,
        properties: {},
        geometry: { type: "Polygon" as const, coordinates },
      };
      const source = map.getSource<GeoJSONSource>(SHAPE);
      if (source) {
        source.setData(data);
        return;
      }
      if (coordinates.length === 0) return;
      map.addSource(SHAPE, { type: "geojson", data });
      map.addLayer({
        id: SHAPE,
        type: "fill",
        source: SHAPE,
        paint: { "fill-color": "#8a6646", "fill-opacity": 0.16 },
      });
      map.addLayer({
        id: `${SHAPE}-line`,
        type: "line",
        source: SHAPE,
        paint: { "line-color": "#8a6646", "line-width": 1.5 },
      });
    });
  }, [map, text]);
}

function ringOf({ lat, lng, km }: MapCircle): [number, number][] {
  const [dLat, dLng] = [km / KM_PER_DEGREE, km / KM_PER_DEGREE / Math.cos((lat * Math.PI) / 180)];
  return Array.from({ length: CIRCLE_STEPS + 1 }, (_, step) => {
    const angle = (2 * Math.PI * step) / CIRCLE_STEPS;
    return [lng + dLng * Math.cos(angle), lat + dLat * Math.sin(angle)];
  });
}
