import { createStore, useStore } from "../../lib/store.ts";

/** The maximum number of compared properties. */
export const MAX_COMPARED = 4;

const NONE: readonly number[] = [];
const store = createStore<readonly number[]>(NONE);
const closed = createStore(false);

/** The ids that the visitor compares, as long as the page. */
export const useCompared = (): readonly number[] => useStore(store, NONE);

/** Replaces the compared ids, for example by the favorites that were saved last. */
export const setCompared = (ids: readonly number[]): void => store.set(ids);

/** Whether the visitor closed the bar of the results. */
export const useCompareClosed = (): boolean => useStore(closed, false);

export const closeCompare = (): void => closed.set(true);
