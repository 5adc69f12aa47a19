import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { repeatableImport } from "../../lib/chunk.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import type { MapHandle } from "../../ui/map/map-props.ts";
import { showToast } from "../toast/toast.ts";
import drawingURL from "./draw-area.ts?chunk-url";
import { encodeArea } from "./polyline.ts";
import styles from "./results-map.module.css";
import { ToolText } from "./tool-text.tsx";

const loadDrawing = repeatableImport("draw-area", () => import("./draw-area.ts"), drawingURL);

/** The radii of a search around the centre of the map, in km. */
const RADII = [1, 2, 5];

/** A place that a visitor may choose in place of drawing. */
export type District = {
  /** The query key of its level, and its value. */
  name: string;
  value: string;
  label: string;
};

export type AreaToolsProps = {
  map: MapHandle;
  districts: readonly District[];
  drawing: boolean;
  /** The panel is open. */
  open: boolean;
  onOpen: (open: boolean) => void;
  onDraw: (drawing: boolean) => void;
  /** Shows the results of other values of query keys. */
  onSearch: (values: Record<string, string>) => void;
};

/** The query keys of an area; the values without one. */
const NO_AREA = { s_area: "", s_near: "" };
const NO_PLACE = { s_province: "", s_city: "", s_subarea: "", s_location: "" };

/**
 * AreaTools search within an area: one that the visitor draws, a circle around the centre of the
 * map, or a district of a list, which needs no pointer.
 */
export function AreaTools({
  map,
  districts,
  drawing,
  open,
  onOpen,
  onDraw,
  onSearch,
}: AreaToolsProps) {
  const t = useT();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    onOpen(false);
    opener.current?.focus({ preventScroll: true });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    onDraw(false);
    close();
  };
  const search = (values: Record<string, string>) => {
    close();
    onSearch(values);
  };
  const around = (km: number) => {
    const { lat, lng } = map.map.getCenter();
    search({ ...NO_AREA, s_near: `${Number(lat.toFixed(5))},${Number(lng.toFixed(5))},${km}` });
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.tool}
        onKeyDown={keys}
        aria-expanded={open || drawing}
        onClick={() => {
          onDraw(false);
          onOpen(!open && !drawing);
        }}
      >
        <Icon name={drawing ? "close" : "plan"} />
        <ToolText
          long={t(drawing ? "sections.map.cancel" : "sections.map.area")}
          short={t(drawing ? "sections.map.cancelShort" : "sections.map.areaShort")}
        />
      </button>
      {open ? (
        <fieldset className={styles.areas} onKeyDown={keys}>
          <legend className={styles.areasTitle}>{t("sections.map.area")}</legend>
          <button
            type="button"
            className={styles.draw}
            onClick={() => {
              close();
              onDraw(true);
            }}
          >
            {t("sections.map.draw")}
            <Icon name="arrow" />
          </button>
          <p id="map-around">{t("sections.map.around")}</p>
          <ul className={styles.radii} aria-labelledby="map-around">
            {RADII.map((km) => (
              <li key={km}>
                <button type="button" className={styles.radius} onClick={() => around(km)}>
                  {km} km
                </button>
              </li>
            ))}
          </ul>
          {districts.length > 0 ? (
            <label className={styles.district}>
              {t("sections.map.district")}
              <select
                value=""
                onChange={({ currentTarget }) => {
                  const chosen = districts[Number(currentTarget.value)];
                  if (!chosen) return;
                  search({ ...NO_AREA, ...NO_PLACE, [chosen.name]: chosen.value });
                }}
              >
                <option value="" disabled>
                  {t("sections.map.choose")}
                </option>
                {districts.map(({ name, value, label }, index) => (
                  <option key={`${name} ${value}`} value={index}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
        </fieldset>
      ) : null}
      {drawing ? (
        <Drawing
          map={map}
          onDrawn={(area) => {
            onDraw(false);
            onSearch({ ...NO_AREA, s_area: encodeURIComponent(area) });
          }}
          onFailed={() => {
            onDraw(false);
            showToast(t("sections.map.drawFailed"));
          }}
        />
      ) : null}
    </>
  );
}

type DrawingProps = { map: MapHandle; onDrawn: (area: string) => void; onFailed: () => void };

/** Drawing is the mode in which one line on the map is an area. */
function Drawing({ map, onDrawn, onFailed }: DrawingProps) {
  const t = useT();
  const drawn = useEffectEvent(onDrawn);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    map.map.dragPan.disable();
    loadDrawing().then(
      ({ drawArea }) => {
        if (!left) stop = drawArea(map.map, (ring) => drawn(encodeArea([ring])));
      },
      (cause: unknown) => {
        console.error(cause);
        if (!left) failed();
      },
    );
    return () => {
      left = true;
      stop?.();
      map.map.dragPan.enable();
    };
  }, [map]);
  return (
    <p className={styles.drawing} role="status">
      {t("sections.map.drawHint")}
    </p>
  );
}
