import { act, render } from "@testing-library/react";
import { expect, vi } from "vitest";
import { Link } from "../features/navigation/link.tsx";
import type { PrefetchMode } from "../features/navigation/prefetch.ts";
import type { Connection } from "../lib/connection.ts";
import { fakeViewport } from "./fake-viewport.ts";
import { navigationHarness } from "./navigation-harness.tsx";
import { sampleView } from "./sample-view.ts";

export type PrefetchCase = {
  mode?: PrefetchMode;
  links: string[];
  ready?: string[];
  fetching?: string[];
  opt_out?: string[];
  connection?: Connection;
  events?: { at_ms: number; type: string; link: string }[];
  want: { at_ms: number; fetched: number }[];
};

/** Renders the links, fires the events on a fake clock and counts the fetches. */
export async function runPrefetchCase(one: PrefetchCase): Promise<void> {
  const { mode, links, ready = [], fetching = [], opt_out = [], connection, events = [] } = one;
  const viewport = fakeViewport();
  vi.stubGlobal("navigator", { ...navigator, connection });
  const harness = navigationHarness({
    at: "/start/",
    settings: { prefetch: mode ?? "no" },
    answer: (link) =>
      fetching.includes(link) ? new Promise(() => {}) : Promise.resolve({ view: sampleView(link) }),
  });
  await Promise.all(ready.map((link) => harness.cache.fetch(link)));
  for (const link of fetching) void harness.cache.fetch(link).catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  const before = harness.fetched.length;

  const { container, unmount } = render(
    links.map((link) => <Link key={link} link={link} prefetch={!opt_out.includes(link)} />),
    { wrapper: harness.Provider },
  );
  const anchor = (link: string) => {
    const found = container.querySelector(`a[href="${link}"]`);
    if (!found) throw new Error(`no link ${link} is shown`);
    return found;
  };
  const fire: Record<string, (link: string) => void> = {
    mouseover: (link) => anchor(link).dispatchEvent(new MouseEvent("mouseover", { bubbles: true })),
    mouseout: (link) => anchor(link).dispatchEvent(new MouseEvent("mouseout", { bubbles: true })),
    pointerdown: (link) =>
      anchor(link).dispatchEvent(new MouseEvent("pointerdown", { bubbles: true })),
    focus: (link) => anchor(link).dispatchEvent(new FocusEvent("focusin", { bubbles: true })),
    "in-view": (link) => viewport.enter(anchor(link)),
    intersect: (link) => viewport.enter(anchor(link)),
  };

  const moments = [...new Set([...events, ...one.want].map(({ at_ms }) => at_ms))];
  let now = 0;
  for (const moment of moments.sort((a, b) => a - b)) {
    await act(() => vi.advanceTimersByTimeAsync(moment - now));
    now = moment;
    for (const { at_ms, type, link } of events) {
      if (at_ms !== moment) continue;
      const handler = fire[type];
      if (!handler) throw new Error(`unknown event ${type}`);
      handler(link);
    }
    for (const { at_ms, fetched } of one.want) {
      if (at_ms !== moment) continue;
      expect({ at_ms, fetched: harness.fetched.length - before }).toEqual({ at_ms, fetched });
    }
  }
  unmount();
  harness.stop();
  vi.unstubAllGlobals();
}
