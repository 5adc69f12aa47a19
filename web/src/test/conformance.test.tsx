import { render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterAll, describe, expect, test, vi } from "vitest";
import { Html } from "../features/content/html.tsx";
import { closeMenu, isMenuOpen, openMenu } from "../features/menu/menu.ts";
import { isExternal, visibleHref } from "../features/navigation/href.ts";
import { Link } from "../features/navigation/link.tsx";
import { prefetchAllowed } from "../features/navigation/prefetch.ts";
import type { Connection } from "../lib/connection.ts";
import { browserKinds, cases, casesOf, sanitised, unknownFields, unknownKinds } from "./cases.ts";
import { click, settle } from "./events.ts";
import { navigationHarness } from "./navigation-harness.tsx";
import { type PrefetchCase, runPrefetchCase } from "./prefetch-case.tsx";

const passed: Record<string, number> = {};

/** Runs a test for every case of a kind and counts the passed ones. */
function each<T>(kind: (typeof browserKinds)[number], run: (one: T) => void | Promise<void>) {
  passed[kind] = 0;
  const own = casesOf<T>(kind);
  if (own.length === 0) return;
  describe(kind, () => {
    test.each(own.map((one) => [one.id, one] as const))("%s", async (_, one) => {
      await run(one);
      passed[kind] = (passed[kind] ?? 0) + 1;
    });
  });
}

test("every kind of the file is known", () => {
  expect(unknownKinds).toEqual([]);
});

test("every field of the browser's kinds is known", () => {
  expect(unknownFields).toEqual([]);
});

afterAll(() => {
  for (const kind of browserKinds) {
    const all = cases.filter((one) => one.kind === kind).length;
    console.log(`conformance ${kind}: ${passed[kind]} of ${all} passed`);
  }
});

type HrefCase = {
  in: string;
  settings: { site: string; url: string; replace?: boolean };
  want: string;
};
each<HrefCase>("link-href", ({ in: link, settings, want }) => {
  const origins = settings.replace === false ? {} : { site: settings.site, cms: settings.url };
  expect(visibleHref(link, origins)).toBe(want);
});

each<{ in: string; want: boolean }>("link-external", ({ in: link, want }) => {
  expect(isExternal(link)).toBe(want);
});

type AllowedCase = { in: { link: string; connection?: Connection }; want: boolean };
each<AllowedCase>("prefetch-allowed", ({ in: { link, connection }, want }) => {
  expect(prefetchAllowed(link, connection)).toBe(want);
});

/** The addresses of site and CMS in the cases. */
const fixtures = { site: "https://www.example.test", cms: "https://cms.example.test" };

type ClickCase = {
  in: {
    link: string;
    target?: string;
    scroll?: boolean;
    event?: MouseEventInit;
    menu_open?: boolean;
  };
  want: {
    navigates: string | false;
    prevented: boolean;
    scrolled: boolean;
    on_click: number;
    menu_open?: boolean;
  };
};
each<ClickCase>("link-click", async ({ in: { link, target, scroll, event, menu_open }, want }) => {
  const harness = navigationHarness({ at: "/start/", settings: fixtures });
  const navigated = vi.spyOn(harness.router, "navigate");
  const scrolled = vi.spyOn(window, "scrollTo");
  const onClick = vi.fn();
  if (menu_open) openMenu();
  const { container } = render(
    <Link link={link} target={target} scroll={scroll} onClick={onClick}>
      Text
    </Link>,
    { wrapper: harness.Provider },
  );
  const prevented = click(container.querySelector("a"), event);
  await settle();
  expect({
    navigates: harness.fetched.length > 0 && navigated.mock.lastCall?.[0],
    prevented,
    scrolled: scrolled.mock.calls.length > 0,
    on_click: onClick.mock.calls.length,
    ...("menu_open" in want && { menu_open: isMenuOpen() }),
  }).toEqual(want);
  harness.stop(); // first, so that the back step of the menu does not reach the next case
  closeMenu();
});

each("prefetch", async (one: PrefetchCase) => {
  vi.useFakeTimers();
  await runPrefetchCase(one).finally(() => vi.useRealTimers());
});

type ContentCase = {
  id: string;
  settings: { site: string; url: string };
  want: {
    select?: string;
    count?: number;
    attrs?: Record<string, string>;
    absent?: string[];
    text?: string;
    component?: "link" | null;
    no_comments?: boolean;
  }[];
};

/** A style without spaces and the final semicolon. */
const declarations = (style: string) => style.replace(/\s*([:;,])\s*/g, "$1").replace(/;$/, "");

let markup: Record<string, string> | undefined;
each<ContentCase>("content", async ({ id, want }) => {
  const harness = navigationHarness({ at: "/start/" });
  markup ??= sanitised();
  const html = markup[id] ?? "";
  const page = document.createElement("body");
  page.innerHTML = renderToString(<Html html={html} />);
  page.replaceChildren(...(page.firstElementChild?.childNodes ?? [])); // without the element of the component itself
  const { container } = render(<Html html={html} />, { wrapper: harness.Provider });
  for (const { select, count, attrs = {}, absent = [], text, component, no_comments } of want) {
    if (no_comments) expect(page.innerHTML).not.toContain("<!--");
    if (select === undefined) continue;
    const found = page.querySelectorAll(select);
    if (count !== undefined) expect(found).toHaveLength(count);
    for (const [name, value] of Object.entries(attrs)) {
      const got = found[0]?.getAttribute(name);
      const spell = name === "style" ? declarations : String;
      expect(got == null ? got : spell(got), `attribute ${name}`).toBe(spell(value));
    }
    for (const name of absent) expect(found[0]?.hasAttribute(name), name).toBe(false);
    if (text !== undefined) expect(found[0]?.textContent).toBe(text);
    if (component === undefined) continue;
    const before = harness.fetched.length;
    click(container.querySelector(select));
    await settle();
    expect(harness.fetched.length > before, "behaves as the link component").toBe(
      component === "link" && !isExternal(found[0]?.getAttribute("href") ?? ""),
    );
  }
  harness.stop();
});
