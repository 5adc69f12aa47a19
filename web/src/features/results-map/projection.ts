import type { Position } from "./coast.ts";

/** A part of the map on screen: its middle, and how many pixels a degree of longitude takes. */
export interface Frame {
  middle: Position;
  scale: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

const MAX_SCALE = 12_000;
const MIN_SCALE = 60;

/** How distance north a latitude stands, in degrees of longitude: Mercator, as tiles have it. */
const northing = (lat: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI;

/** The latitude that stands so distance north. */
const latitude = (north: number): number =>
  (Math.atan(Math.exp((north * Math.PI) / 180)) * 360) / Math.PI - 90;

/** Where a place stands on screen. */
export const project = ([lng, lat]: Position, { middle, scale, width, height }: Frame): Point => ({
  x: width / 2 + (lng - middle[0]) * scale,
  y: height / 2 - (northing(lat) - northing(middle[1])) * scale,
});

/** The frame that holds some places, with room around them. */
export function fitFrame(places: readonly Position[], width: number, height: number): Frame {
  if (places.length === 0) return { middle: MARBELLA, scale: 900, width, height };
  const lngs = places.map(([lng]) => lng);
  const lats = places.map(([, lat]) => northing(lat));
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const room = 0.72;
  const scale = Math.min(
    (width * room) / Math.max(east - west, 0.02),
    (height * room) / Math.max(north - south, 0.02),
  );
  const middle: Position = [(west + east) / 2, latitude((south + north) / 2)];
  return { middle, scale: clampScale(scale), width, height };
}

const MARBELLA: Position = [-4.886, 36.51];

/** Nearer (factor above 1) or farther; what is at the point stays there, the middle without one. */
export function zoomFrame(frame: Frame, factor: number, point?: Point): Frame {
  const scale = clampScale(frame.scale * factor);
  const { x, y } = point ?? { x: frame.width / 2, y: frame.height / 2 };
  const share = 1 - frame.scale / scale;
  const [toX, toY] = [(x - frame.width / 2) * share, (y - frame.height / 2) * share];
  return { ...panFrame(frame, -toX, -toY), scale };
}

/** The same frame after the paper was panFrame by some pixels. */
export const panFrame = (frame: Frame, x: number, y: number): Frame => ({
  ...frame,
  middle: [
    Math.min(Math.max(frame.middle[0] - x / frame.scale, -8), -1),
    Math.min(Math.max(latitude(northing(frame.middle[1]) + y / frame.scale), 35), 39),
  ],
});

const clampScale = (scale: number): number => Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);

/** A tile of a street map, and where it stands on screen. */
export interface Tile extends Point {
  z: number;
  left: number;
  top: number;
  size: number;
}

const TILE = 256;
const MAX_ZOOM = 18;

/** The tiles that cover a frame, at the depth next to its scale. */
export function tilesOf(frame: Frame): Tile[] {
  const world = 360 * frame.scale;
  const z = Math.min(Math.max(Math.round(Math.log2(world / TILE)), 0), MAX_ZOOM);
  const count = 2 ** z;
  const size = world / count;
  // Where the upper left corner of the frame is, in tiles.
  const left = ((frame.middle[0] + 180) * frame.scale - frame.width / 2) / size;
  const top = ((180 - northing(frame.middle[1])) * frame.scale - frame.height / 2) / size;
  const tiles: Tile[] = [];
  for (let y = Math.floor(top); y * size < top * size + frame.height; y++) {
    for (let x = Math.floor(left); x * size < left * size + frame.width; x++) {
      if (x < 0 || y < 0 || x >= count || y >= count) continue;
      tiles.push({ x, y, z, size, left: (x - left) * size, top: (y - top) * size });
    }
  }
  return tiles;
}

/** Things that stand together on screen. */
export interface Cluster<T> extends Point {
  items: T[];
}

/** Puts what would overlap together: each joins the first cluster within reach, then clusters that came near. */
export function clusterItems<T>(
  items: readonly T[],
  at: (item: T) => Position,
  frame: Frame,
  reach: number,
): Cluster<T>[] {
  const clusters: Cluster<T>[] = [];
  for (const item of items) {
    const { x, y } = project(at(item), frame);
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < reach);
    if (!near) {
      clusters.push({ x, y, items: [item] });
      continue;
    }
    join(near, { x, y, items: [item] });
  }
  return merged(clusters, reach);
}

/** Takes one cluster into another; it stands in the middle of all. */
function join<T>(into: Cluster<T>, other: Cluster<T>): void {
  const share = other.items.length / (into.items.length + other.items.length);
  into.x += (other.x - into.x) * share;
  into.y += (other.y - into.y) * share;
  into.items.push(...other.items);
}

/** Clusters move as they grow: what comes to overlap becomes one. */
function merged<T>(clusters: readonly Cluster<T>[], reach: number): Cluster<T>[] {
  const apart: Cluster<T>[] = [];
  for (const cluster of clusters) {
    const near = apart.find(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < reach);
    if (near) join(near, cluster);
    else apart.push(cluster);
  }
  return apart.length < clusters.length ? merged(apart, reach) : apart;
}

/** Names that have room: none stands on an earlier one. */
export function placeLabels(
  names: readonly (readonly [string, Position])[],
  frame: Frame,
): (Point & { name: string })[] {
  const placed: (Point & { name: string })[] = [];
  for (const [name, position] of names) {
    const point = project(position, frame);
    const inside =
      point.x > 8 && point.x < frame.width - 8 && point.y > 12 && point.y < frame.height - 8;
    const free = placed.every(
      (other) => Math.abs(other.x - point.x) > 92 || Math.abs(other.y - point.y) > 20,
    );
    if (inside && free) placed.push({ ...point, name });
  }
  return placed;
}
