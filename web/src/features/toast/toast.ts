import { createStore, useStore } from "../../lib/store.ts";
import { timing } from "../../lib/timing.ts";

/** A short message. A new one replaces the current one. */
export type Toast = { id: number; text: string; milliseconds: number; leaving: boolean };

const store = createStore<Toast | null>(null);
let count = 0;
let timers: ReturnType<typeof setTimeout>[] = [];

/** Shows text for a time in ms; the last second is the fade-out (specification §4.10). */
export function showToast(text: string, milliseconds: number = timing.toast): void {
  for (const timer of timers) clearTimeout(timer);
  const toast = { id: ++count, text, milliseconds, leaving: false };
  store.set(toast);
  timers = [
    setTimeout(() => store.set({ ...toast, leaving: true }), milliseconds - timing.toastFade),
    setTimeout(() => store.set(null), milliseconds),
  ];
}

export const useToast = (): Toast | null => useStore(store, null);
