import { createStore, useStore } from "../../lib/store.ts";

const preview = createStore<string | undefined>(undefined);

/** Sets the result summary of the options that are chosen in the form of this page. */
export const setPreviewSummary = (summary: string | undefined): void => preview.set(summary);

/**
 * The result summary of options that are chosen but not submitted: the list of results shows it
 * instead of its own, so that the page has one number. Undefined while nothing is chosen.
 */
export const usePreviewSummary = (): string | undefined => useStore(preview, undefined);
