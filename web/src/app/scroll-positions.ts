import { readJSON, storageKeys, writeJSON } from "../lib/storage.ts";

/** Number of history entries whose positions are kept; older ones start at the top. */
const MAX_ENTRIES = 50;

/** The scroll position of each history entry, kept in sessionStorage across page loads. */
export type ScrollPositions = {
  set(entry: string, y: number): void;
  /** The saved height in px, or 0. */
  get(entry: string): number;
  persist(): void;
};

export function createScrollPositions(): ScrollPositions {
  const positions = new Map<string, number>(
    parseEntries(readJSON(storageKeys.scroll, "sessionStorage")),
  );
  return {
    set(entry, y) {
      positions.delete(entry);
      positions.set(entry, Math.round(y));
      const [oldest] = positions.keys();
      if (positions.size > MAX_ENTRIES && oldest !== undefined) positions.delete(oldest);
    },
    get: (entry) => positions.get(entry) ?? 0,
    persist: () => void writeJSON(storageKeys.scroll, [...positions], "sessionStorage"),
  };
}

function parseEntries(value: unknown): [string, number][] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (pair): pair is [string, number] =>
      Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "number",
  );
}
