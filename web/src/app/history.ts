import {
  bindOverlays,
  openedOverlay,
  overlayOfHash,
  showOverlay,
} from "../features/navigation/overlay.ts";
import { followScroll, scrollPosition } from "../lib/scroll-position.ts";
import { createScrollPositions } from "./scroll-positions.ts";

/** How a navigation changes the history; pop: the browser has changed it already. */
export type HistoryMethod = "push" | "replace" | "pop";

/**
 * The state of an entry of this app; other entries lack it (routing §10.4). An entry with over was
 * added above its page by an overlay: both have the same id, and a back step only closes the overlay.
 */
type EntryState = { entry: string; state?: unknown; over?: boolean; overlay?: string };

export type HistoryEntries = {
  /** Records a navigation. */
  add(method: HistoryMethod, link: string, state?: unknown): void;
  /** Makes the entry of the document, whose address is link, one of this app. */
  adopt(link: string): void;
  /** Starts to handle the history at link; onPop receives back and forward steps, with the saved scroll height. */
  start(link: string, onPop: (link: string, scroll: number) => void): () => void;
};

/** Creates the history entries of this app, each with an id under which its scroll position is saved. */
export function createHistoryEntries(): HistoryEntries {
  const positions = createScrollPositions();
  let current = "";
  // The back step that closes an overlay arrives later; what happens meanwhile waits for it.
  let closing = false;
  let waiting: (() => void)[] = [];

  const savePosition = () => positions.set(current, scrollPosition());
  const write = (method: "push" | "replace", link: string, entryState: EntryState) => {
    current = entryState.entry;
    const copy = structuredClone(entryState);
    if (method === "push") window.history.pushState(copy, "", link);
    else window.history.replaceState(copy, "", link);
  };

  const navigated = (method: "push" | "replace", link: string, state: unknown) => {
    savePosition();
    const over = isOverlayEntry();
    const fresh = method === "push" || over; // a page never shares its id with the page below it
    // The entry of an overlay becomes the entry of the next page, so a back step leads to a page.
    write(over ? "replace" : method, link, { entry: fresh ? newId() : current, state });
    const overlay = openedOverlay();
    if (over && overlay !== "" && !hasAddress(overlay)) overlays.opened(overlay, "");
    else showOverlay(overlayOfHash(window.location.hash));
  };

  const overlays = {
    opened(name: string, before: string): void {
      if (closing) {
        waiting.push(() => overlays.opened(name, before));
        return;
      }
      const link = hasAddress(name) ? pageLink() + name : currentLink();
      const known = read(window.history.state);
      const entryState = { entry: current, state: known?.state, overlay: name };
      if (known?.over) write("replace", link, { ...entryState, over: true });
      else if (before !== "") write("replace", link, entryState);
      else {
        savePosition();
        write("push", link, { ...entryState, over: true });
      }
    },
    closed(): void {
      if (closing) {
        waiting.push(() => overlays.closed());
        return;
      }
      if (isOverlayEntry()) {
        closing = true;
        window.history.back();
        return;
      }
      // The visitor came by the address of the picture: there is no entry of the page below.
      const link = overlayOfHash(window.location.hash) ? pageLink() : currentLink();
      write("replace", link, { entry: current, state: read(window.history.state)?.state });
    },
  };

  const adopt = (link: string) => {
    const known = read(window.history.state);
    // After a reload no menu or sheet is open, but a picture is.
    write("replace", link, {
      entry: known?.entry ?? newId(),
      state: known?.state,
      ...(known?.over ? { over: true } : {}),
    });
  };

  return {
    adopt,
    add(method, link, state) {
      if (method === "pop") return;
      if (closing) waiting.push(() => navigated(method, link, state));
      else navigated(method, link, state);
    },
    start(link, onPop) {
      // Again, if the visitor has followed a fragment meanwhile.
      if (read(window.history.state)?.entry !== current || currentLink() !== link) adopt(link);
      showOverlay(overlayOfHash(window.location.hash));
      const popState = (event: PopStateEvent) => {
        const entry = read(event.state);
        if (!entry) return;
        const samePage = entry.entry === current;
        if (closing && samePage && entry.over) {
          window.history.back(); // a picture that the visitor typed into the address
          return;
        }
        closing = false;
        if (!samePage) savePosition();
        current = entry.entry;
        showOverlay(overlayOfHash(window.location.hash) || (entry.overlay ?? ""));
        const actions = waiting;
        waiting = [];
        for (const action of actions) action();
        if (!samePage) onPop(currentLink(), positions.get(current));
      };
      // An in-page anchor, or a typed fragment, adds an entry without our state.
      const hashChange = () => {
        if (read(window.history.state)) return;
        const overlay = overlayOfHash(window.location.hash);
        if (overlay) write("replace", currentLink(), { entry: current, over: true, overlay });
        else write("replace", currentLink(), { entry: newId() });
        showOverlay(overlay);
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
      const unbind = bindOverlays(overlays);
      const unfollow = followScroll();
      return () => {
        unbind();
        unfollow();
        for (const [name, listener, capture] of listeners)
          window.removeEventListener(name, listener as EventListener, capture);
      };
    },
  };
}

const pageLink = (): string => window.location.pathname + window.location.search;

const currentLink = (): string => pageLink() + window.location.hash;

const hasAddress = (overlay: string): boolean => overlay.startsWith("#");

const isOverlayEntry = (): boolean => read(window.history.state)?.over ?? false;

const newId = (): string => Math.random().toString(36).slice(2, 10);

function read(state: unknown): EntryState | undefined {
  return typeof state === "object" &&
    state !== null &&
    "entry" in state &&
    typeof state.entry === "string"
    ? (state as EntryState)
    : undefined;
}
