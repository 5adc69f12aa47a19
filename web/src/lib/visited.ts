import { readJSON, storageKeys, writeJSON } from "./storage.ts";

/** The largest number of remembered properties. */
const MAX_VISITED = 500;

/** Remembers that the visitor has opened the page of a property, in this browser only. */
export function markVisited(id: number): void {
  const before = visitedIds();
  if (before.at(-1) === id) return;
  const after = [...before.filter((other) => other !== id), id].slice(-MAX_VISITED);
  writeJSON(storageKeys.visited, after);
}

/** The ids of the properties whose page the visitor has opened, the last one last. */
export function visitedIds(): number[] {
  const value = readJSON(storageKeys.visited); // untrusted
  return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : [];
}
