import { describe, expect, test } from "vitest";
import { dayIn, instantIn } from "./zoned-time.ts";

describe("instantIn", () => {
  test.each([
    ["in winter", "Europe/Madrid", "2026-11-26T10:00", "2026-11-26T09:00:00.000Z"],
    ["in summer", "Europe/Madrid", "2027-07-01T10:00", "2027-07-01T08:00:00.000Z"],
    [
      "an hour after the clocks go forward",
      "Europe/Madrid",
      "2027-03-28T03:30",
      "2027-03-28T01:30:00.000Z",
    ],
    ["before the clocks go back", "Europe/Madrid", "2027-10-31T01:30", "2027-10-30T23:30:00.000Z"],
    ["after the clocks go back", "Europe/Madrid", "2027-10-31T04:00", "2027-10-31T03:00:00.000Z"],
    ["west of Greenwich", "Atlantic/Canary", "2026-11-26T23:30", "2026-11-26T23:30:00.000Z"],
    ["no time", "Europe/Madrid", "", ""],
  ])("%s", (_, zone, local, want) => {
    expect(instantIn(zone, local)).toBe(want);
  });
});

test("a day is that of the zone, not of the browser", () => {
  expect(dayIn("Europe/Madrid", "2026-11-26T23:30:00Z")).toBe("2026-11-27");
});
