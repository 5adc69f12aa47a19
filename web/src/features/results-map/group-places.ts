import type { MapPlace } from "../../generated/view.ts";
import type { MapWindow } from "../../ui/map/map-props.ts";

/** Places that are shown as one pin. */
export type PlaceGroup = {
  key: string;
  lat: number;
  lng: number;
  /** The number of properties. */
  count: number;
  window: MapWindow;
  /** Single properties; incomplete where the server has counted several as one place. */
  places: MapPlace[];
};

/** The space of a pin in px: prices are wider than high, numbers are round. */
const WIDTH = 76;
const ROUND = 52;
const HEIGHT = 44;
const TILE = 512;

/** Groups places whose pins would overlap at a zoom level, until none do. */
export function groupPlaces(places: readonly MapPlace[], zoom: number): PlaceGroup[] {
  const world = TILE * 2 ** zoom;
  const project = (lat: number, lng: number): [number, number] => [
    ((lng + 180) / 360) * world,
    (0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)) * world,
  ];
  let groups = places.map(groupOf);
  for (let before = -1; before !== groups.length; ) {
    before = groups.length;
    const grid = new Map<string, { group: PlaceGroup; x: number; y: number }[]>();
    const kept: PlaceGroup[] = [];
    for (const group of groups) {
      const [x, y] = project(group.lat, group.lng);
      const [column, row] = [Math.floor(x / WIDTH), Math.floor(y / HEIGHT)];
      const near = neighbours(column, row)
        .flatMap((cell) => grid.get(cell) ?? [])
        .find(
          (other) =>
            Math.abs(other.x - x) < (widthOf(other.group) + widthOf(group)) / 2 &&
            Math.abs(other.y - y) < HEIGHT,
        );
      if (near) {
        join(near.group, group);
        continue;
      }
      const cell = `${column} ${row}`;
      grid.set(cell, [...(grid.get(cell) ?? []), { group, x, y }]);
      kept.push(group);
    }
    groups = kept;
  }
  return groups;
}

const widthOf = ({ count }: PlaceGroup): number => (count > 1 ? ROUND : WIDTH);

function* cells(column: number, row: number) {
  for (const x of [column - 1, column, column + 1]) {
    for (const y of [row - 1, row, row + 1]) yield `${x} ${y}`;
  }
}

const neighbours = (column: number, row: number): string[] => [...cells(column, row)];

function groupOf(place: MapPlace): PlaceGroup {
  const { id, lat, lng, n = 1, bounds } = place;
  return {
    key: id ? `${id}` : `${lat} ${lng} ${n}`,
    lat,
    lng,
    count: n,
    window: bounds ?? { south: lat, west: lng, north: lat, east: lng },
    places: id ? [place] : [],
  };
}

/** Adds a group to another one, whose position becomes the weighted mean. */
function join(into: PlaceGroup, group: PlaceGroup): void {
  const share = group.count / (into.count + group.count);
  into.lat += (group.lat - into.lat) * share;
  into.lng += (group.lng - into.lng) * share;
  into.count += group.count;
  into.places.push(...group.places);
  into.window = {
    south: Math.min(into.window.south, group.window.south),
    west: Math.min(into.window.west, group.window.west),
    north: Math.max(into.window.north, group.window.north),
    east: Math.max(into.window.east, group.window.east),
  };
}

/** Whether a group cannot be parted by zooming in: its properties are at one place, about 10 m. */
export const isOnePlace = ({ window: { south, west, north, east } }: PlaceGroup): boolean =>
  north - south < 1e-4 && east - west < 1e-4;
