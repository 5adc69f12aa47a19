import type { MapWindow } from "../../ui/map/map-props.ts";

/** The value of the query key map without a window. */
export const WHOLE_SEARCH = "on";

/** The value of the query key map for a window; listAll keeps the list of all results. */
export function mapValue(window: MapWindow, listAll: boolean): string {
  const numbers = [
    clamp(window.south, 85),
    clamp(window.west, 180),
    clamp(window.north, 85),
    clamp(window.east, 180),
  ];
  const text = numbers.map((number) => Number(number.toFixed(5))).join();
  return listAll ? `${text},all` : text;
}

const clamp = (degrees: number, limit: number): number =>
  Math.min(Math.max(degrees, -limit), limit);

/**
 * The link of the first page of results with other values of query keys, in normal form; an empty
 * value removes its key.
 */
export function linkWith(link: string, values: Record<string, string>): string {
  const [path = "", query = ""] = link.replace(/#.*/, "").split("?");
  const pairs = new Map(
    query
      .split("&")
      .filter((pair) => pair.includes("="))
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  for (const [key, value] of Object.entries(values)) {
    if (value === "") pairs.delete(key);
    else pairs.set(key, value);
  }
  const text = [...pairs.keys()]
    .sort()
    .map((key) => `${key}=${pairs.get(key)}`)
    .join("&");
  const first = path.replace(/page\/\d+\/$/, "");
  return text === "" ? first : `${first}?${text}`;
}
