import type { NavigateOptions, Navigation } from "../features/navigation/navigation.ts";
import { createPrefetcher } from "../features/navigation/prefetch.ts";
import type { Redirect, View } from "../generated/view.ts";
import { createStore } from "../lib/store.ts";
import { timing } from "../lib/timing.ts";
import { resolveLink, splitHash, startAddress } from "./address.ts";
import type { Arrival } from "./arrive.ts";
import { connection } from "./connection.ts";
import type { Failure } from "./failure-screen.tsx";
import { AnswerError } from "./fetch-answer.ts";
import { createEntries, type HistoryMethod } from "./history.ts";
import type { Views } from "./views.ts";

/** What Root draws: a view, or the failure to get another one; and how to arrive there. */
export type Drawing = { view: View; failure?: Failure | undefined; arrival: Arrival };

export type RouterDeps = {
  view: View;
  views: Views;
  /** Loads what a view needs before it is drawn: chunks of sections, words. It never rejects. */
  prepare(view: View): Promise<void>;
  /** Does the same for a view that may be drawn later, when it costs nobody anything. */
  prepareEarly(view: View): void;
  /** Leaves the app: a full load of another document. */
  leave(link: string, replace: boolean): void;
  /** Closes the mobile menu. */
  clicked(): void;
};

export type Router = Navigation & {
  /** Begins to listen; draw is told what to draw next. Returns how to stop. */
  start(draw: (drawing: Drawing) => void): () => void;
  /** Tells notify whenever the view of another link has come. Returns how to stop. */
  fetched(notify: () => void): () => void;
};

type Going = {
  link: string;
  method: HistoryMethod;
  state?: unknown;
  arrival: Arrival;
  hops: number;
};

/** More hops than any honest chain of redirects has. */
const MOST_HOPS = 5;

/** The thin router: links are resolved by the server, so it only knows history, scroll and focus. */
export function createRouter({
  view: first,
  views,
  prepare,
  prepareEarly,
  leave,
  clicked,
}: RouterDeps): Router {
  const pending = createStore(false);
  const goingTo = createStore("");
  const fetches = createStore(0);
  const entries = createEntries();
  let current = first; // the view drawn last
  let address = ""; // its link as the address bar shows it, without hash
  let draw: (drawing: Drawing) => void = () => {};
  let turn = 0; // tells a superseded navigation that it is one
  let underway: string | undefined;

  views.keep(first);

  function navigate(link: string, options: NavigateOptions = {}): void {
    const resolved = resolveLink(link, window.location.href);
    if (resolved === null) {
      leave(link, options.replace ?? false);
      return;
    }
    const method = options.replace ? "replace" : "push";
    const arrival: Arrival = { scroll: options.scroll ?? true };
    void go({ link: resolved, method, state: options.state, arrival, hops: 0 });
  }

  async function go(going: Going): Promise<void> {
    const [link, hash] = splitHash(going.link);
    const mine = begin(link);
    if (link === address && going.method !== "replace") {
      stay(going, hash);
      return;
    }
    try {
      const answer = await views.ask(link, going.method === "pop");
      if (mine !== turn) return;
      if (answer.redirect) follow(answer.redirect, going, hash);
      else if (answer.view) await arrive(answer.view, going, mine);
    } catch (error) {
      if (mine === turn) fail(error, going);
    }
  }

  /** Takes the turn: whatever was under way draws nothing any more. */
  function begin(link: string): number {
    if (underway !== undefined && underway !== link) views.cancel(underway);
    underway = link;
    const mine = ++turn;
    setTimeout(() => {
      if (mine !== turn || underway === undefined) return;
      pending.set(true);
      goingTo.set(underway);
    }, timing.pendingDelay);
    return mine;
  }

  function end(): void {
    underway = undefined;
    pending.set(false);
    goingTo.set("");
  }

  /** The link is shown already: at most the hash changes (routing §10.1). */
  function stay(going: Going, hash: string): void {
    end();
    if (going.method === "push" && hash !== window.location.hash && hash !== "") {
      entries.add("push", going.link, going.state);
    }
    draw({ view: current, arrival: { ...going.arrival, hash } });
  }

  function follow(redirect: Redirect, going: Going, hash: string): void {
    const target = redirect.external ? null : resolveLink(redirect.location, window.location.href);
    if (target === null || going.hops >= MOST_HOPS) {
      leave(redirect.location, going.method !== "push");
      return;
    }
    const [link, ownHash] = splitHash(target);
    // A back step keeps its entry and corrects the address in place.
    const method = going.method === "pop" ? "replace" : going.method;
    void go({ ...going, link: link + (ownHash || hash), method, hops: going.hops + 1 });
  }

  async function arrive(view: View, going: Going, mine: number): Promise<void> {
    if (first.build !== "" && view.build !== first.build) {
      leave(going.link, going.method !== "push");
      return;
    }
    await prepare(view);
    if (mine !== turn) return;
    show({ view, arrival: { ...going.arrival, hash: splitHash(going.link)[1] } }, going);
    current = view;
  }

  function fail(error: unknown, going: Going): void {
    console.warn(error);
    const reason = error instanceof AnswerError ? "server" : "network";
    const failure: Failure = { link: going.link, reason };
    show({ view: current, failure, arrival: { ...going.arrival, scroll: true } }, going);
    address = ""; // nothing is shown there, so asking again must ask
  }

  function show(drawing: Drawing, going: Going): void {
    end();
    entries.add(going.method, going.link, going.state);
    [address] = splitHash(going.link);
    draw(drawing);
  }

  const load: Navigation["load"] = async (link) => {
    const answer = await views.ask(link);
    if (!answer.view) throw new AnswerError(answer.redirect?.status ?? 0);
    await prepare(answer.view);
    fetches.set(fetches.get() + 1);
    return answer.view;
  };

  const prefetcher = createPrefetcher({
    mode: first.chrome.settings.prefetch,
    isKnown: (link) => link === address || views.isKnown(link),
    // A failed prefetch is no failure: the click asks again. A redirect is not followed.
    fetch: (link) =>
      void views.ask(link).then(
        ({ view }) => view && prepareEarly(view),
        () => {},
      ),
    connection,
  });

  return {
    navigate,
    load,
    clicked,
    pending,
    going: goingTo,
    prefetcher,
    origins: { site: first.chrome.settings.site, cms: first.chrome.settings.cms },
    forcedRefresh: first.chrome.settings.forcedRefresh,
    fetched: fetches.watch,
    start(drawer) {
      draw = drawer;
      const start = startAddress(window.location, first.link, first.chrome.settings.reservedPrefix);
      [address] = splitHash(start);
      return entries.start(start, (link, scroll) => {
        clicked(); // a menu over another page helps nobody
        void go({ link, method: "pop", arrival: { scroll, restored: true }, hops: 0 });
      });
    },
  };
}
