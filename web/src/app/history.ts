import { createScrollPositions } from "./scroll-positions.ts";

/** How a navigation changes the history; pop: the browser has changed it already. */
export type HistoryMethod = "push" | "replace" | "pop";

/** The state of an entry of this app; other entries lack it (routing §10.4). */
type EntryState = { entry: string; state?: unknown };

export type HistoryEntries = {
  /** Records a navigation. */
  add(method: HistoryMethod, link: string, state?: unknown): void;
  /** Starts to handle the history at link; onPop receives back and forward steps, with the saved scroll height. */
  start(link: string, onPop: (link: string, scroll: number) => void): () => void;
};

/** Creates the history entries of this app, each with an id under which its scroll position is saved. */
export function createHistoryEntries(): HistoryEntries {
  const positions = createScrollPositions();
  let current = "";

  const savePosition = () => positions.set(current, window.scrollY);
  const write = (method: "push" | "replace", link: string, state: unknown) => {
    const entryState: EntryState = { entry: method === "push" ? newId() : current, state };
    current = entryState.entry;
    const copy = structuredClone(entryState);
    if (method === "push") window.history.pushState(copy, "", link);
    else window.history.replaceState(copy, "", link);
  };

  return {
    add(method, link, state) {
      if (method === "pop") return;
      savePosition();
      write(method, link, state);
    },
    start(link, onPop) {
      const known = read(window.history.state);
      current = known?.entry ?? newId();
      write("replace", link, known?.state);
      const popState = (event: PopStateEvent) => {
        const entry = read(event.state);
        if (!entry) return;
        savePosition();
        current = entry.entry;
        onPop(currentLink(), positions.get(current));
      };
      // An in-page anchor adds an entry without our state.
      const hashChange = () => {
        if (read(window.history.state)) return;
        current = newId();
        write("replace", currentLink(), undefined);
      };
      const anchorClick = (event: Event) => {
        if (event.target instanceof Element && event.target.closest("a[href^='#']")) savePosition();
      };
      // The app restores the scroll position, except across a reload.
      const pageShow = () => {
        window.history.scrollRestoration = "manual";
      };
      const pageHide = () => {
        savePosition();
        positions.persist();
        window.history.scrollRestoration = "auto";
      };
      pageShow();
      const listeners: [string, (event: never) => void, boolean?][] = [
        ["popstate", popState],
        ["hashchange", hashChange],
        ["click", anchorClick, true],
        ["pageshow", pageShow],
        ["pagehide", pageHide],
      ];
      for (const [name, listener, capture] of listeners)
        window.addEventListener(name, listener as EventListener, capture);
      return () => {
        for (const [name, listener, capture] of listeners)
          window.removeEventListener(name, listener as EventListener, capture);
      };
    },
  };
}

const currentLink = (): string =>
  window.location.pathname + window.location.search + window.location.hash;

const newId = (): string => Math.random().toString(36).slice(2, 10);

function read(state: unknown): EntryState | undefined {
  return typeof state === "object" &&
    state !== null &&
    "entry" in state &&
    typeof state.entry === "string"
    ? (state as EntryState)
    : undefined;
}
