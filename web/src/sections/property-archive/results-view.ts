import { createStore, useStore } from "../../lib/store.ts";

export type ResultsView = "list" | "map";

/** It outlives a look at one of the homes, so that back leads to the map again. */
const store = createStore<ResultsView>("list");

export const showResultsAs = store.set;

export const useResultsView = (): ResultsView => useStore(store, "list");
