import type { ReactNode } from "react";
import { vi } from "vitest";
import { arrive } from "../app/arrive.ts";
import { createRouter, type Drawing } from "../app/navigation.ts";
import { createViews } from "../app/views.ts";
import { closeMenu } from "../features/menu/menu.ts";
import { NavigationContext } from "../features/navigation/navigation.ts";
import type { Answer, ClientSettings, View } from "../generated/view.ts";
import { sampleView } from "./sample-view.ts";

export type HarnessOptions = {
  at?: string;
  settings?: Partial<ClientSettings>;
  /** Answers by link; without one every link has a view. */
  answer?: (link: string, signal: AbortSignal) => Promise<Answer>;
  prepare?: (view: View) => Promise<void>;
};

/** The product's router and cache over a server that the test plays. */
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
  const drawn: Drawing[] = [];
  const left = vi.fn();
  const views = createViews(async (link, signal) => {
    fetched.push(link);
    return answer ? answer(link, signal) : { view: sampleView(link) };
  });
  const router = createRouter({
    view: first,
    views,
    prepare: prepare ?? (async () => {}),
    prepareEarly: () => {},
    leave: left,
    clicked: closeMenu,
  });
  const stop = router.start((drawing) => {
    drawn.push(drawing);
    arrive(drawing.arrival);
  });
  const Provider = ({ children }: { children: ReactNode }) => (
    <NavigationContext value={router}>{children}</NavigationContext>
  );
  return { router, views, fetched, drawn, left, stop, Provider };
}
