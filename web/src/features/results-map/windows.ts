import type { MapPlace } from "../../generated/view.ts";
import type { MapProps, MapWindow } from "../../ui/map/map-props.ts";
import { decodeArea } from "./polyline.ts";

const KM_PER_DEGREE = 111.195;

/** The searched area or circle of a link. The rings of an area are closed, as GeoJSON needs them. */
export function shapeOf(link: string | undefined): Pick<MapProps, "area" | "circle"> {
  const query = new URLSearchParams(link?.split("?")[1] ?? "");
  const area = query.get("s_area");
  if (area) return { area: decodeArea(area).map((ring) => [...ring, ...ring.slice(0, 1)]) };
  const [lat = 0, lng = 0, km = 0] = (query.get("s_near") ?? "").split(",").map(Number);
  return km > 0 ? { circle: { lat, lng, km } } : {};
}

/** The smallest window with the searched area or circle of a link; undefined without one. */
export function shapeWindow(link: string | undefined): MapWindow | undefined {
  const { area, circle } = shapeOf(link);
  if (circle) {
    const lat = circle.km / KM_PER_DEGREE;
    const lng = lat / Math.cos((circle.lat * Math.PI) / 180);
    return {
      south: circle.lat - lat,
      west: circle.lng - lng,
      north: circle.lat + lat,
      east: circle.lng + lng,
    };
  }
  const points = area?.flat() ?? [];
  if (points.length === 0) return undefined;
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return {
    south: Math.min(...lats),
    west: Math.min(...lngs),
    north: Math.max(...lats),
    east: Math.max(...lngs),
  };
}

/** The number of properties in a window. */
export const countIn = (
  places: readonly MapPlace[],
  { south, west, north, east }: MapWindow,
): number =>
  places.reduce(
    (sum, { lat, lng, n = 1 }) =>
      lat >= south && lat <= north && lng >= west && lng <= east ? sum + n : sum,
    0,
  );
