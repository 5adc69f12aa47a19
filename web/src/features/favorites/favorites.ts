import { readJSON, storageKeys, writeJSON } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";

const NONE: readonly number[] = [];
const store = createStore<readonly number[]>(NONE);

/** The last write failed, so the store in memory is newer than storage. */
let storageFailed = false;

/** Reads the stored favorites, and follows changes in other tabs. Returns how to stop. */
export function startFavorites(): () => void {
  storageFailed = false;
  store.set(stored());
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKeys.favorites && event.key !== null) return;
    storageFailed = false;
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
  storageFailed = !writeJSON(storageKeys.favorites, ids);
  store.set(ids);
}

/** The ids of the favorites, oldest first; empty on the server and in the first render. */
export const useFavorites = (): readonly number[] => useStore(store, NONE);

export const useFavoritesCount = (): number => useFavorites().length;

export const useIsFavorite = (id: number): boolean => useFavorites().includes(id);

/** The ids in storage, which another tab may have changed; those in memory when storage fails. */
function latest(): readonly number[] {
  const value = storageFailed ? undefined : readJSON(storageKeys.favorites);
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
