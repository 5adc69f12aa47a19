import { readJSON, storageKeys, writeJSON } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";

const NONE: readonly number[] = [];
const store = createStore<readonly number[]>(NONE);

/** Storage is full or forbidden: until a write succeeds again, memory is the truth. */
let adrift = false;

/** Begins to keep favorites: reads them, and follows the other tabs. Returns how to stop. */
export function startFavorites(): () => void {
  adrift = false;
  store.set(stored());
  const follow = (event: StorageEvent) => {
    if (event.key !== storageKeys.favorites && event.key !== null) return;
    adrift = false;
    store.set(stored());
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

/** Saves a home that is not saved, and removes one that is. */
export function toggleFavorite(id: number): void {
  const before = fresh();
  const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
  keep(after);
}

/** Saves further homes behind those that are saved: a shared list that the visitor takes over. */
export function addFavorites(ids: readonly number[]): void {
  keep(clean([...fresh(), ...ids]));
}

function keep(ids: readonly number[]): void {
  adrift = !writeJSON(storageKeys.favorites, ids);
  store.set(ids);
}

/** The saved ids, oldest first. The server knows none, so the first render shows none. */
export const useFavorites = (): readonly number[] => useStore(store, NONE);

export const useFavoritesCount = (): number => useFavorites().length;

export const useIsFavorite = (id: number): boolean => useFavorites().includes(id);

/** Another tab may have written a moment ago; where storage is forbidden, memory is all there is. */
function fresh(): readonly number[] {
  const value = adrift ? undefined : readJSON(storageKeys.favorites);
  return value === undefined ? store.get() : clean(value);
}

function stored(): readonly number[] {
  const ids = clean(readJSON(storageKeys.favorites));
  return ids.length === 0 ? NONE : ids;
}

/** Storage belongs to the visitor: anything may stand in it. */
function clean(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return NONE;
  const ids = value.filter((id): id is number => Number.isSafeInteger(id) && id > 0);
  return [...new Set(ids)];
}
