import { createStore, useStore } from "../../lib/store.ts";

export type ResultsView = "list" | "map";

/** Module state, so that a back step from a property restores the map. */
const store = createStore<ResultsView>("list");

export const showResultsAs = store.set;

export const useResultsView = (): ResultsView => useStore(store, "list");
