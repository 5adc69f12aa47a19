import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createContext, useContext, useId } from "react";
import { expect, test, vi } from "vitest";
import { App } from "../app/app.tsx";
import { serverSections } from "../app/sections.server.ts";
import { idleNavigation } from "../features/navigation/navigation.ts";
import type { Section, View } from "../generated/view.ts";
import en from "../i18n/en.ts";
import es from "../i18n/es.ts";
import { createTranslator } from "../i18n/translate.ts";
import { cachedFragment, cachedList } from "../lib/cached-fragment.tsx";
import { createFragmentCheck } from "./fragment-check.tsx";

vi.mock("react", async (importOriginal) => {
  const react = await importOriginal<typeof import("react")>();
  const { hooks } = await import("./fragment-check.tsx");
  const read =
    <A extends unknown[], R>(hook: (context: never, ...rest: A) => R) =>
    (context: never, ...rest: A): R => {
      hooks.contexts.add(context);
      return hook(context, ...rest);
    };
  return {
    ...react,
    useContext: read(react.useContext),
    use: read(react.use),
    useId: () => `${hooks.prefix}${hooks.ids++}`,
  };
});

const folder = resolve(import.meta.dirname, "../../../testdata/views");
const translator = createTranslator({ en, es });

/** A golden View, and one with the same parts in other places. */
function pages(file: string): View[] {
  const view: View = JSON.parse(readFileSync(resolve(folder, file), "utf8"));
  return [view, { ...view, link: "/elsewhere/", content: view.content.map(turned).reverse() }];
}

/** A section whose cards and panel fields stand in another order. */
function turned(section: Section): Section {
  return "cards" in section
    ? ({ ...section, cards: section.cards.toReversed() } as Section)
    : section;
}

test("the HTML of every fragment depends on its part, its rest and the language alone", () => {
  const check = createFragmentCheck();
  for (const view of readdirSync(folder).flatMap(pages))
    check.render(
      <App
        view={view}
        sections={serverSections}
        translator={translator}
        navigation={idleNavigation}
      />,
      view.lang,
      view.chrome,
    );
  expect([...check.violations]).toEqual([]);
  // A fragment that no golden View has is not checked.
  expect(check.components.size).toBe(declared());
}, 60_000);

/** The number of components that the sources make by cachedFragment and cachedList. */
function declared(): number {
  const sources = import.meta.glob<string>(["../**/*.tsx", "!../**/*.test.tsx", "!../lib/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  return (
    Object.values(sources)
      .join("")
      .match(/= cached(?:Fragment|List)\b/g)?.length ?? 0
  );
}

const Position = createContext(0);

function Named() {
  return <p id={useId()} />;
}

function Placed() {
  return <p>{useContext(Position)}</p>;
}

test.each([
  ["useId", cachedFragment(Named)],
  ["a context", cachedFragment(Placed)],
  ["a text at an end", cachedFragment(() => <>text</>)],
])("%s in a fragment is reported", (violation, Component) => {
  const check = createFragmentCheck();
  check.render(<Component />, "en", {});
  expect([...check.violations].join()).toContain(violation);
});

test("a prop that is missing in rest is reported", () => {
  const First = cachedFragment(({ first }: { first: boolean }) => <p>{String(first)}</p>, {
    rest: () => "",
  });
  const check = createFragmentCheck();
  check.render(<First first />, "en", {});
  check.render(<First first={false} />, "en", {});
  expect([...check.violations].join()).toContain("two forms");
});

test("an index that is missing in rest is reported", () => {
  const List = cachedList<{ id: number }, { items: { id: number }[] }>({
    render: (item, index) => <p key={item.id}>{index}</p>,
    rest: () => "",
  });
  const check = createFragmentCheck();
  const [one, two] = [{ id: 1 }, { id: 2 }];
  check.render(<List items={[one, two]} />, "en", {});
  check.render(<List items={[two, one]} />, "en", {});
  expect([...check.violations].join()).toContain("two forms");
});
