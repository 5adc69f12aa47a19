import { useRef, useState } from "react";
import type { MapPoint } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button/button.tsx";
import { LazyMap } from "../../ui/map/map.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import { Landmarks } from "./landmarks.tsx";
import { MapLink } from "./map-link.tsx";
import styles from "./place-map.module.css";

/** The radius in km around a position that is not exact; content.PublicRadiusKm in Go. */
const AREA_KM = 1;

export type PlaceMapProps = {
  point: MapPoint;
  place: string;
};

/**
 * PlaceMap is the place of a property: a still image from the server, which works without scripts and
 * without WebGL, and the map itself after a click.
 */
export function PlaceMap({ point, place }: PlaceMapProps) {
  const t = useT();
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // The pressed button disappears: the focus stays at the map.
  const keepFocus = () => frame.current?.focus({ preventScroll: true });
  const still = (
    <picture>
      <source media="(width < 640px)" srcSet={point.imageSmall} />
      <img
        className={styles.still}
        src={point.image}
        alt=""
        width={960}
        height={480}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
  const dot = (
    <span className={styles.dot}>
      <VisuallyHidden>{place}</VisuallyHidden>
    </span>
  );
  return (
    <>
      {point.image ? (
        <div ref={frame} className={styles.frame} tabIndex={-1}>
          {open ? (
            <LazyMap
              className={styles.map}
              label={place}
              pinsLabel={t("property.location")}
              mapStyle={`/_tiles/${document.documentElement.lang}/style.json`}
              initial={around(point)}
              maxZoom={15}
              cooperative
              {...(point.exact
                ? { pins: [{ key: "place", ...point, content: dot }] }
                : { circle: { lat: point.lat, lng: point.lng, km: AREA_KM } })}
              loading={still}
              fallback={still}
              failed={(retry) => (
                <>
                  {still}
                  <div className={styles.failure}>
                    <p role="status">{t("sections.map.notLoaded")}</p>
                    <Button
                      variant="line"
                      size="small"
                      onClick={() => {
                        keepFocus();
                        retry();
                      }}
                    >
                      {t("common.retry")}
                    </Button>
                  </div>
                </>
              )}
            />
          ) : (
            still
          )}
          {hydrated && !open ? (
            <div className={styles.open}>
              <Button
                variant="line"
                size="small"
                onClick={() => {
                  keepFocus();
                  setOpen(true);
                }}
              >
                {t("property.exploreMap")}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      <MapLink point={point} place={place} />
      {point.landmarks ? <Landmarks landmarks={point.landmarks} exact={point.exact} /> : null}
    </>
  );
}

/** The window around a position, about 6 km high. */
function around({ lat, lng }: MapPoint) {
  return { south: lat - 0.028, north: lat + 0.028, west: lng - 0.06, east: lng + 0.06 };
}
