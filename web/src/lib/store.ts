import { useSyncExternalStore } from "react";

/** One value outside React, with subscribers. */
export type Store<T> = {
  get(): T;
  set(value: T): void;
  /** Calls listener after each change. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void;
};

/** Creates a store. Values are compared by identity; setting the same value notifies nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads a store. serverValue is the value on the server and in the first render. */
export function useStore<T>(store: Store<T>, serverValue: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => serverValue);
}
