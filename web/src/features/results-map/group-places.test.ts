import { expect, test } from "vitest";
import type { MapPlace } from "../../generated/view.ts";
import { groupPlaces, isOnePlace } from "./group-places.ts";

const home = (id: number, lat: number, lng: number): MapPlace => ({
  id,
  lat,
  lng,
  price: "1.2 M €",
});

test("every property is in one group, and near ones are together", () => {
  const places = Array.from({ length: 400 }, (_, n) =>
    home(n + 1, 36.4 + ((n * 61) % 100) / 300, -5.2 + ((n * 37) % 100) / 140),
  );
  for (const zoom of [8, 11, 14]) {
    const groups = groupPlaces([...places, { lat: 36.5, lng: -5, n: 7 }], zoom);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(407);
  }
  expect(groupPlaces(places, 9).length).toBeLessThan(groupPlaces(places, 13).length);
  expect(groupPlaces([home(1, 36.5, -5), home(2, 36.6, -4.5)], 12)).toHaveLength(2);
});

test("properties at one place are one group at every zoom level", () => {
  const [group] = groupPlaces([home(1, 36.5, -5), home(2, 36.5, -5)], 19);
  expect(group && [group.count, group.places.length, isOnePlace(group)]).toEqual([2, 2, true]);
  const [wide] = groupPlaces([home(1, 36.5, -5), home(2, 36.52, -5)], 5);
  expect(wide && isOnePlace(wide)).toBe(false);
});
