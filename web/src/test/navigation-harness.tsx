import type { ReactNode } from "react";
import { vi } from "vitest";
import { createRouter, type RouterState } from "../app/router.ts";
import { scrollAndFocus } from "../app/scroll-and-focus.ts";
import { createViewCache } from "../app/view-cache.ts";
import { closeMenu } from "../features/menu/menu.ts";
import { NavigationContext } from "../features/navigation/navigation.ts";
import type { ClientSettings, View, ViewResponse } from "../generated/view.ts";
import { sampleView } from "./sample-view.ts";

export type HarnessOptions = {
  at?: string;
  settings?: Partial<ClientSettings>;
  /** The fake server's answer to a link; by default a sample view. */
  answer?: (link: string, signal: AbortSignal) => Promise<ViewResponse>;
  prepare?: (view: View) => Promise<void>;
};

/** The product's router and cache with a fake server; fetched lists the requested links. */
export function navigationHarness({
  at = "/",
  settings = {},
  answer,
  prepare,
}: HarnessOptions = {}) {
  window.history.replaceState(null, "", at);
  const first = sampleView(at.replace(/[?#].*/, ""));
  first.chrome.settings = { ...first.chrome.settings, ...settings };
  const fetched: string[] = [];
  const rendered: RouterState[] = [];
  const loadDocument = vi.fn();
  const cache = createViewCache(async (link, signal) => {
    fetched.push(link);
    return answer ? answer(link, signal) : { view: sampleView(link) };
  });
  const router = createRouter({
    view: first,
    cache,
    prepare: prepare ?? (async () => {}),
    preload: () => {},
    loadDocument,
    onLinkClick: closeMenu,
  });
  const stop = router.start((state) => {
    rendered.push(state);
    scrollAndFocus(state.scrollTarget);
  });
  const Provider = ({ children }: { children: ReactNode }) => (
    <NavigationContext value={router}>{children}</NavigationContext>
  );
  return { router, cache, fetched, rendered, loadDocument, stop, Provider };
}
