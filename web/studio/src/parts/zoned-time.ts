/** The difference of a zone to UTC at an instant (ms). */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.trunc(instant / 1000) * 1000;
}

/** The instant of a day and time in a zone, "2026-11-26T10:00", as RFC 3339; "" for another text. */
export function instantIn(timeZone: string, local: string): string {
  const asUTC = Date.parse(`${local}Z`);
  if (Number.isNaN(asUTC)) return "";
  // Twice, because the offset at the first guess may be that of the other side of a change of clocks.
  const guess = asUTC - offsetAt(asUTC, timeZone);
  return new Date(asUTC - offsetAt(guess, timeZone)).toISOString();
}

/** The day of an instant in a zone, "2026-11-26". */
export const dayIn = (timeZone: string, instant: number | string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(new Date(instant));
