/** A position of a ring: longitude and latitude in degrees, as in GeoJSON. */
export type Position = [lng: number, lat: number];

const SCALE = 1e5;

/** Encodes rings for the query key s_area: polylines of precision 5, joined by commas. */
export const encodeArea = (rings: readonly (readonly Position[])[]): string =>
  rings.map(encodeRing).join();

function encodeRing(ring: readonly Position[]): string {
  let text = "";
  let before = [0, 0];
  for (const [lng, lat] of ring) {
    const point = [Math.round(lat * SCALE), Math.round(lng * SCALE)];
    text += point.map((value, axis) => encodeNumber(value - (before[axis] ?? 0))).join("");
    before = point;
  }
  return text;
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = "";
  for (; rest >= 32; rest = Math.floor(rest / 32)) {
    text += String.fromCharCode((rest % 32) + 32 + 63);
  }
  return text + String.fromCharCode(rest + 63);
}

/** The rings of a text of encodeArea; none when it is no such text. */
export function decodeArea(text: string): Position[][] {
  const rings = text.split(",").map(decodeRing);
  return rings.every((ring) => ring.length > 2) ? rings : [];
}

function decodeRing(text: string): Position[] {
  const numbers: number[] = [];
  let [value, factor] = [0, 1];
  for (const letter of text) {
    const bits = letter.charCodeAt(0) - 63;
    value += (bits % 32) * factor;
    factor *= 32;
    if (bits >= 32) continue;
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    [value, factor] = [0, 1];
  }
  const ring: Position[] = [];
  let [lat, lng] = [0, 0];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    lat += numbers[i] ?? 0;
    lng += numbers[i + 1] ?? 0;
    ring.push([lng / SCALE, lat / SCALE]);
  }
  return ring;
}

/** Leaves out the points of a line that lie within a distance of the simpler line (Douglas-Peucker). */
export function simplify(line: readonly Position[], distance: number): Position[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let [farthest, index] = [0, 0];
  for (const [i, point] of line.entries()) {
    const away = distanceTo(point, first, last);
    if (away > farthest) [farthest, index] = [away, i];
  }
  if (farthest <= distance) return [first, last];
  return [
    ...simplify(line.slice(0, index + 1), distance).slice(0, -1),
    ...simplify(line.slice(index), distance),
  ];
}

/** The distance of a point to a segment. */
function distanceTo([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length;
  const at = Math.min(Math.max(share, 0), 1);
  return Math.hypot(x - ax - at * dx, y - ay - at * dy);
}
