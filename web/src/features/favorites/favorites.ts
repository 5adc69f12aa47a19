import { readJSON, storageKeys, writeJSON } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";

const NONE: readonly number[] = [];
const store = createStore<readonly number[]>(NONE);

/** Whether the last write failed: the favorites then last as long as the page. */
const unkept = createStore(false);

/** Reads the stored favorites, and follows changes in other tabs. Returns how to stop. */
export function startFavorites(): () => void {
  unkept.set(false);
  store.set(stored());
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKeys.favorites && event.key !== null) return;
    unkept.set(false);
    store.set(stored());
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Adds a property to the favorites, or removes it. */
export function toggleFavorite(id: number): void {
  const before = latest();
  const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
  save(after);
}

/** Appends the properties of a shared list to the favorites. */
export function addFavorites(ids: readonly number[]): void {
  save(parseIds([...latest(), ...ids]));
}

function save(ids: readonly number[]): void {
  unkept.set(!writeJSON(storageKeys.favorites, ids));
  store.set(ids);
}

/** The ids of the favorites, oldest first; empty on the server and in the first render. */
export const useFavorites = (): readonly number[] => useStore(store, NONE);

export const useFavoritesCount = (): number => useFavorites().length;

/** Whether the browser refuses to keep the favorites, or its storage is full. */
export const useFavoritesUnkept = (): boolean => useStore(unkept, false);

export const useIsFavorite = (id: number): boolean => useFavorites().includes(id);

/** The ids in storage, which another tab may have changed; those in memory when storage fails. */
function latest(): readonly number[] {
  const value = unkept.get() ? undefined : readJSON(storageKeys.favorites);
  return value === undefined ? store.get() : parseIds(value);
}

function stored(): readonly number[] {
  const ids = parseIds(readJSON(storageKeys.favorites));
  return ids.length === 0 ? NONE : ids;
}

/** Stored values are untrusted: invalid and duplicate ids are removed. */
function parseIds(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return NONE;
  const ids = value.filter((id): id is number => Number.isSafeInteger(id) && id > 0);
  return [...new Set(ids)];
}
