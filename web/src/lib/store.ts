import { useSyncExternalStore } from "react";

/** One value outside React, and who wants to know of its changes. */
export type Store<T> = {
  get(): T;
  set(value: T): void;
  watch(notify: () => void): () => void;
};

/** Makes a store. Values are compared by identity: set the same, nobody is told. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const notify of watchers) notify();
    },
    watch(notify) {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
  };
}

/** Reads a store. server is what the server drew, so what the first render must show. */
export function useStore<T>(store: Store<T>, server: T): T {
  return useSyncExternalStore(store.watch, store.get, () => server);
}
