import type { Position } from "./coast.ts";

/** The visible part of the map: its centre, the scale in px per degree of longitude, its size in px. */
export type Frame = {
  centre: Position;
  scale: number;
  width: number;
  height: number;
};

export type Point = {
  x: number;
  y: number;
};

const MAX_SCALE = 12_000;
const MIN_SCALE = 60;

/** The Mercator ordinate of a latitude, in degrees of longitude, as tiles use it. */
const mercatorY = (lat: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI;

/** The latitude of a Mercator ordinate. */
const latitude = (y: number): number =>
  (Math.atan(Math.exp((y * Math.PI) / 180)) * 360) / Math.PI - 90;

/** The point of a position in the frame, in px. */
export const project = ([lng, lat]: Position, { centre, scale, width, height }: Frame): Point => ({
  x: width / 2 + (lng - centre[0]) * scale,
  y: height / 2 - (mercatorY(lat) - mercatorY(centre[1])) * scale,
});

/** The frame that contains all positions with a margin; the coast at Marbella when there are none. */
export function fitFrame(positions: readonly Position[], width: number, height: number): Frame {
  if (positions.length === 0) return { centre: MARBELLA, scale: 900, width, height };
  const lngs = positions.map(([lng]) => lng);
  const lats = positions.map(([, lat]) => mercatorY(lat));
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const share = 0.72;
  const scale = Math.min(
    (width * share) / Math.max(east - west, 0.02),
    (height * share) / Math.max(north - south, 0.02),
  );
  const centre: Position = [(west + east) / 2, latitude((south + north) / 2)];
  return { centre, scale: clampScale(scale), width, height };
}

const MARBELLA: Position = [-4.886, 36.51];

/** Zooms in (factor above 1) or out, around a point; default the centre. */
export function zoomFrame(frame: Frame, factor: number, point?: Point): Frame {
  const scale = clampScale(frame.scale * factor);
  const { x, y } = point ?? { x: frame.width / 2, y: frame.height / 2 };
  const ratio = 1 - frame.scale / scale;
  const [toX, toY] = [(x - frame.width / 2) * ratio, (y - frame.height / 2) * ratio];
  return { ...panFrame(frame, -toX, -toY), scale };
}

/** Moves the content of the frame by x and y px. */
export const panFrame = (frame: Frame, x: number, y: number): Frame => ({
  ...frame,
  centre: [
    Math.min(Math.max(frame.centre[0] - x / frame.scale, -8), -1),
    Math.min(Math.max(latitude(mercatorY(frame.centre[1]) + y / frame.scale), 35), 39),
  ],
});

const clampScale = (scale: number): number => Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);

/** A map tile with its position in the frame, in px. */
export type Tile = Point & {
  z: number;
  left: number;
  top: number;
  size: number;
};

const TILE_SIZE = 256;
const MAX_ZOOM = 18;

/** The tiles that cover a frame, at the nearest zoom level. */
export function tilesOf(frame: Frame): Tile[] {
  const world = 360 * frame.scale;
  const z = Math.min(Math.max(Math.round(Math.log2(world / TILE_SIZE)), 0), MAX_ZOOM);
  const count = 2 ** z;
  const size = world / count;
  // The upper left corner of the frame, in tiles.
  const left = ((frame.centre[0] + 180) * frame.scale - frame.width / 2) / size;
  const top = ((180 - mercatorY(frame.centre[1])) * frame.scale - frame.height / 2) / size;
  const tiles: Tile[] = [];
  for (let y = Math.floor(top); y * size < top * size + frame.height; y++) {
    for (let x = Math.floor(left); x * size < left * size + frame.width; x++) {
      if (x < 0 || y < 0 || x >= count || y >= count) continue;
      tiles.push({ x, y, z, size, left: (x - left) * size, top: (y - top) * size });
    }
  }
  return tiles;
}

/** Items that are shown as one marker. */
export type Cluster<T> = Point & {
  items: T[];
};

/** Clusters items whose markers would overlap; minDistance is in px. The clusters are merged until none overlap. */
export function clusterItems<T>(
  items: readonly T[],
  positionOf: (item: T) => Position,
  frame: Frame,
  minDistance: number,
): Cluster<T>[] {
  const clusters: Cluster<T>[] = [];
  for (const item of items) {
    const { x, y } = project(positionOf(item), frame);
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < minDistance);
    if (!near) {
      clusters.push({ x, y, items: [item] });
      continue;
    }
    join(near, { x, y, items: [item] });
  }
  return mergeClusters(clusters, minDistance);
}

/** Adds a cluster to another one, whose point becomes the weighted centre. */
function join<T>(into: Cluster<T>, other: Cluster<T>): void {
  const share = other.items.length / (into.items.length + other.items.length);
  into.x += (other.x - into.x) * share;
  into.y += (other.y - into.y) * share;
  into.items.push(...other.items);
}

/** Merges clusters that overlap, until none do: a cluster moves when it grows. */
function mergeClusters<T>(clusters: readonly Cluster<T>[], minDistance: number): Cluster<T>[] {
  const apart: Cluster<T>[] = [];
  for (const cluster of clusters) {
    const near = apart.find(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < minDistance);
    if (near) join(near, cluster);
    else apart.push(cluster);
  }
  return apart.length < clusters.length ? mergeClusters(apart, minDistance) : apart;
}

/** Places labels by priority; one that would overlap an earlier label is left out. */
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
