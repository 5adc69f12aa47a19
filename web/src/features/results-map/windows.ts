import type { MapPlace } from "../../generated/view.ts";
import type { MapProps, MapWindow } from "../../ui/map/map-props.ts";
import { decodeArea } from "./polyline.ts";

const KM_PER_DEGREE = 111.195;

/** The searched area or circle of a link. */
export function shapeOf(link: string | undefined): Pick<MapProps, "area" | "circle"> {
  const query = new URLSearchParams(link?.split("?")[1] ?? "");
  const area = query.get("s_area");
  if (area) return { area: decodeArea(area) };
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

/** The share of the properties that may lie beyond each edge of denseWindow. */
const BEYOND = 0.08;

/**
 * The window with most properties, without those far from all others: a small map of all of them
 * would be one cluster. It is the whole window when that is less than twice as wide or high.
 */
export function denseWindow(places: readonly MapPlace[], whole: MapWindow): MapWindow {
  const [south, north] = middle(places.map(({ lat, n = 1 }) => [lat, n]));
  const [west, east] = middle(places.map(({ lng, n = 1 }) => [lng, n]));
  const gain = Math.max(
    (whole.east - whole.west) / (east - west),
    (whole.north - whole.south) / (north - south),
  );
  return gain >= 2 && Number.isFinite(gain) ? { south, west, north, east } : whole;
}

/** The least and the greatest value without the share BEYOND at both ends; values have a weight. */
function middle(values: [value: number, weight: number][]): [number, number] {
  const sorted = values.toSorted(([a], [b]) => a - b);
  const beyond = BEYOND * sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const from = (list: typeof sorted): number => {
    let sum = 0;
    for (const [value, weight] of list) {
      sum += weight;
      if (sum > beyond) return value;
    }
    return Number.NaN;
  };
  return [from(sorted), from(sorted.toReversed())];
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
