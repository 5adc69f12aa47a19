import { readJSON, storageKeys, writeJSON } from "../lib/storage.ts";

/** Positions of the last history entries; older ones begin at the top. */
const KEPT = 50;

/** Remembers how far each history entry was scrolled, over page loads of the same tab too. */
export type ScrollMemory = {
  save(entry: string, y: number): void;
  of(entry: string): number;
  persist(): void;
};

export function createScrollMemory(): ScrollMemory {
  const positions = new Map<string, number>(
    entries(readJSON(storageKeys.scroll, "sessionStorage")),
  );
  return {
    save(entry, y) {
      positions.delete(entry);
      positions.set(entry, Math.round(y));
      const [oldest] = positions.keys();
      if (positions.size > KEPT && oldest !== undefined) positions.delete(oldest);
    },
    of: (entry) => positions.get(entry) ?? 0,
    persist: () => void writeJSON(storageKeys.scroll, [...positions], "sessionStorage"),
  };
}

function entries(value: unknown): [string, number][] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (pair): pair is [string, number] =>
      Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "number",
  );
}
