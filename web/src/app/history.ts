import { createScrollMemory } from "./scroll-memory.ts";

/** How a navigation changes the history: pop means that the browser has done it already. */
export type HistoryMethod = "push" | "replace" | "pop";

/** What an entry of ours carries; entries without it are not ours (routing §10.4). */
type EntryState = { entry: string; state?: unknown };

export type Entries = {
  /** Records a navigation. */
  add(method: HistoryMethod, link: string, state?: unknown): void;
  /** Takes the history over at link; popped is told of back and forward, with the height to return to. */
  start(link: string, popped: (link: string, scroll: number) => void): () => void;
};

/** The history entries of this app, each with a name under which its scroll position is kept. */
export function createEntries(): Entries {
  const memory = createScrollMemory();
  let current = "";

  const leave = () => memory.save(current, window.scrollY);
  const put = (method: "push" | "replace", link: string, state: unknown) => {
    const carried: EntryState = { entry: method === "push" ? newName() : current, state };
    current = carried.entry;
    const copy = structuredClone(carried);
    if (method === "push") window.history.pushState(copy, "", link);
    else window.history.replaceState(copy, "", link);
  };

  return {
    add(method, link, state) {
      if (method === "pop") return;
      leave();
      put(method, link, state);
    },
    start(link, popped) {
      const known = read(window.history.state);
      current = known?.entry ?? newName();
      put("replace", link, known?.state);
      const pop = (event: PopStateEvent) => {
        const entry = read(event.state);
        if (!entry) return;
        leave();
        current = entry.entry;
        popped(here(), memory.of(current));
      };
      // An in-page anchor makes an entry of its own; naming it makes it ours.
      const hashChange = () => {
        if (read(window.history.state)) return;
        current = newName();
        put("replace", here(), undefined);
      };
      const anchorClick = (event: Event) => {
        if (event.target instanceof Element && event.target.closest("a[href^='#']")) leave();
      };
      // While the page lives the app scrolls; across a reload the browser knows best.
      const show = () => {
        window.history.scrollRestoration = "manual";
      };
      const hide = () => {
        leave();
        memory.persist();
        window.history.scrollRestoration = "auto";
      };
      show();
      const listeners: [string, (event: never) => void, boolean?][] = [
        ["popstate", pop],
        ["hashchange", hashChange],
        ["click", anchorClick, true],
        ["pageshow", show],
        ["pagehide", hide],
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

const here = (): string => window.location.pathname + window.location.search + window.location.hash;

const newName = (): string => Math.random().toString(36).slice(2, 10);

function read(state: unknown): EntryState | undefined {
  return typeof state === "object" &&
    state !== null &&
    "entry" in state &&
    typeof state.entry === "string"
    ? (state as EntryState)
    : undefined;
}
