import type { NavigateOptions, Navigation } from "../features/navigation/navigation.ts";
import { createPrefetcher } from "../features/navigation/prefetch.ts";
import type { Redirect, View } from "../generated/view.ts";
import { connection } from "../lib/connection.ts";
import { createStore } from "../lib/store.ts";
import { timing } from "../lib/timing.ts";
import { resolveLink, splitHash, startAddress } from "./address.ts";
import type { Failure } from "./failure-screen.tsx";
import { fetchPictures } from "./fetch-pictures.ts";
import { ViewResponseError } from "./fetch-view.ts";
import { createHistoryEntries, type HistoryMethod } from "./history.ts";
import type { ScrollTarget } from "./scroll-and-focus.ts";
import type { ViewCache } from "./view-cache.ts";

/** What Root renders: a view, or the last one and why the next failed; and where to scroll afterwards. */
export type RouterState = {
  view: View;
  failure?: Failure | undefined;
  scrollTarget: ScrollTarget;
};

export type RouterOptions = {
  view: View;
  cache: ViewCache;
  /** Loads the chunks and translations of a view before it renders. It never rejects. */
  prepare(view: View): Promise<void>;
  /** Loads the same for a prefetched view, at low priority. */
  preload(view: View): void;
  /** Loads a document, outside the router. */
  loadDocument(link: string, replace: boolean): void;
  /** Runs after a plain click on an internal link, and on back and forward. */
  onLinkClick(): void;
};

export type Router = Navigation & {
  /** Starts to handle the history; render receives each new state. Returns how to stop. */
  start(render: (state: RouterState) => void): () => void;
  /** Calls listener after each load of another link's view. Returns how to unsubscribe. */
  subscribeLoads(listener: () => void): () => void;
};

type PendingNavigation = {
  link: string;
  method: HistoryMethod;
  state?: unknown;
  scrollTarget: ScrollTarget;
  redirects: number;
};

/** A navigation that is redirected more often becomes a document load. */
const MAX_REDIRECTS = 5;

/** Creates the router. The server resolves links; the router keeps history, scroll and focus. */
export function createRouter({
  view: first,
  cache,
  prepare,
  preload,
  loadDocument,
  onLinkClick,
}: RouterOptions): Router {
  const pending = createStore(false);
  const pendingLink = createStore("");
  const loads = createStore(0);
  const entries = createHistoryEntries();
  let current = first; // the last rendered view
  let address = ""; // its link as in the address bar, without hash
  let render: (state: RouterState) => void = () => {};
  let lastId = 0; // an older id means that the navigation is superseded
  let loadingLink: string | undefined;

  const documentLink = () =>
    startAddress(window.location, first.link, first.chrome.settings.reservedPrefix);

  cache.set(first);
  entries.adopt(documentLink()); // here, because it takes as long as a part of hydration

  function navigate(link: string, options: NavigateOptions = {}): void {
    const resolved = resolveLink(link, window.location.href);
    if (resolved === null) {
      loadDocument(link, options.replace ?? false);
      return;
    }
    const method = options.replace ? "replace" : "push";
    const scrollTarget: ScrollTarget = { scroll: options.scroll ?? true };
    void run({ link: resolved, method, state: options.state, scrollTarget, redirects: 0 });
  }

  async function run(navigation: PendingNavigation): Promise<void> {
    const [link, hash] = splitHash(navigation.link);
    const id = begin(link);
    if (link === address && navigation.method !== "replace") {
      commitHash(navigation, hash);
      return;
    }
    try {
      const answer = await cache.fetch(link, navigation.method === "pop");
      if (id !== lastId) return;
      if (answer.redirect) followRedirect(answer.redirect, navigation, hash);
      else if (answer.view) await commitView(answer.view, navigation, id);
    } catch (error) {
      if (id !== lastId) return;
      commitFailure(error, navigation);
    }
  }

  /** Supersedes the previous navigation and returns the id of the new one. */
  function begin(link: string): number {
    if (loadingLink !== undefined && loadingLink !== link) cache.cancel(loadingLink);
    loadingLink = link;
    const id = ++lastId;
    setTimeout(() => {
      if (id !== lastId || loadingLink === undefined) return;
      pending.set(true);
      pendingLink.set(loadingLink);
    }, timing.pendingDelay);
    return id;
  }

  function end(): void {
    loadingLink = undefined;
    pending.set(false);
    pendingLink.set("");
  }

  /** Handles a link that is displayed already: at most the hash changes (routing §10.1). */
  function commitHash(navigation: PendingNavigation, hash: string): void {
    end();
    if (navigation.method === "push" && hash !== window.location.hash && hash !== "") {
      entries.add("push", navigation.link, navigation.state);
    }
    render({ view: current, scrollTarget: { ...navigation.scrollTarget, hash } });
  }

  function followRedirect(redirect: Redirect, navigation: PendingNavigation, hash: string): void {
    const target = redirect.external ? null : resolveLink(redirect.location, window.location.href);
    if (target === null || navigation.redirects >= MAX_REDIRECTS) {
      loadDocument(redirect.location, navigation.method !== "push");
      return;
    }
    const [link, targetHash] = splitHash(target);
    // A back step keeps its entry; only the address of the entry changes.
    const method = navigation.method === "pop" ? "replace" : navigation.method;
    const redirects = navigation.redirects + 1;
    void run({ ...navigation, link: link + (targetHash || hash), method, redirects });
  }

  async function commitView(view: View, navigation: PendingNavigation, id: number): Promise<void> {
    if (first.build !== "" && view.build !== first.build) {
      loadDocument(navigation.link, navigation.method !== "push");
      return;
    }
    await prepare(view);
    if (id !== lastId) return;
    const [, hash] = splitHash(navigation.link);
    commit({ view, scrollTarget: { ...navigation.scrollTarget, hash } }, navigation);
    current = view;
  }

  function commitFailure(error: unknown, navigation: PendingNavigation): void {
    console.warn(error);
    const reason = error instanceof ViewResponseError ? "server" : "network";
    const failure: Failure = { link: navigation.link, reason };
    const scrollTarget: ScrollTarget = { ...navigation.scrollTarget, scroll: true };
    commit({ view: current, failure, scrollTarget }, navigation);
    address = ""; // a retry of the same link must fetch
  }

  function commit(state: RouterState, navigation: PendingNavigation): void {
    end();
    entries.add(navigation.method, navigation.link, navigation.state);
    [address] = splitHash(navigation.link);
    render(state);
  }

  const load: Navigation["load"] = async (link) => {
    const answer = await cache.fetch(link);
    if (!answer.view) throw new ViewResponseError(answer.redirect?.status ?? 0);
    await prepare(answer.view);
    loads.set(loads.get() + 1);
    return answer.view;
  };

  const prefetcher = createPrefetcher({
    mode: first.chrome.settings.prefetch,
    isCached: (link) => link === address || cache.has(link),
    // Errors are ignored: a click fetches again. A redirect is not followed.
    fetch: (link) =>
      void cache.prefetch(link).then(
        ({ view }) => view && preload(view),
        () => {},
      ),
    fetchPictures(link) {
      if (link === address) return;
      void cache.prefetch(link).then(
        ({ view }) => view && fetchPictures(view),
        () => {},
      );
    },
    connection,
  });

  return {
    navigate,
    load,
    onLinkClick,
    pending,
    pendingLink,
    prefetcher,
    origins: { site: first.chrome.settings.site, cms: first.chrome.settings.cms },
    forcedRefresh: first.chrome.settings.forcedRefresh,
    subscribeLoads: loads.subscribe,
    start(renderState) {
      render = renderState;
      const link = documentLink();
      [address] = splitHash(link);
      return entries.start(link, (link, scroll) => {
        const scrollTarget: ScrollTarget = { scroll, restored: true };
        void run({ link, method: "pop", scrollTarget, redirects: 0 });
      });
    },
  };
}
