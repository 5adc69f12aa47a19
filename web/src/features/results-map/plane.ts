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

/** A degree of longitude is shorter than one of latitude; on this coast by that much. */
const SHORTER = Math.cos((36.6 * Math.PI) / 180);

const CLOSEST = 12_000;
const FARTHEST = 60;

/** Where a place stands on screen. */
export const project = ([lng, lat]: Position, { middle, scale, width, height }: Frame): Point => ({
  x: width / 2 + (lng - middle[0]) * scale,
  y: height / 2 - ((lat - middle[1]) * scale) / SHORTER,
});

/** The frame that holds some places, with room around them. */
export function frameOf(places: readonly Position[], width: number, height: number): Frame {
  const lngs = places.map(([lng]) => lng);
  const lats = places.map(([, lat]) => lat);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const room = 0.72;
  const scale = Math.min(
    (width * room) / Math.max(east - west, 0.02),
    (height * room * SHORTER) / Math.max(north - south, 0.02),
  );
  return { middle: [(west + east) / 2, (south + north) / 2], scale: bounded(scale), width, height };
}

/** Nearer (factor above 1) or farther, about the middle. */
export const zoomed = (frame: Frame, factor: number): Frame => ({
  ...frame,
  scale: bounded(frame.scale * factor),
});

/** The same frame after the paper was pushed by some pixels. */
export const pushed = (frame: Frame, x: number, y: number): Frame => ({
  ...frame,
  middle: [
    Math.min(Math.max(frame.middle[0] - x / frame.scale, -8), -1),
    Math.min(Math.max(frame.middle[1] + (y * SHORTER) / frame.scale, 35), 39),
  ],
});

const bounded = (scale: number): number => Math.min(Math.max(scale, FARTHEST), CLOSEST);

/** Things that stand together on screen. */
export interface Cluster<T> extends Point {
  items: T[];
}

/** Puts what would overlap together: each joins the first cluster within reach. */
export function clustered<T>(
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
    near.items.push(item);
    const share = 1 / near.items.length;
    near.x += (x - near.x) * share;
    near.y += (y - near.y) * share;
  }
  return clusters;
}

/** Names that have room: none stands on an earlier one. */
export function labelled(
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
