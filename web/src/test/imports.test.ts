import { expect, test } from "vitest";

/**
 * Which features stand on others, besides navigation, which all may use. Biome checks the
 * direction between folders; this is about neighbours (web/README.md).
 */
const STANDS_ON: Record<string, readonly string[]> = {
  listing: ["enquiry", "gallery", "toast"],
  "property-card": ["favorites"],
  "search-panel": ["toast"],
};

/** What the files of each folder import from its neighbours. */
function neighbours(files: Record<string, string>): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const [file, source] of Object.entries(files)) {
    const own = file.split("/").at(-2) ?? "";
    if (file.includes(".test.")) continue;
    for (const [, neighbour = ""] of source.matchAll(/from "\.\.\/([\w-]+)\//g)) {
      found[own] ??= new Set();
      found[own].add(neighbour);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([own, set]) => [own, [...set].sort()]));
}

test("features stand on navigation, and else only on the neighbours named above", () => {
  const found = neighbours(
    import.meta.glob<string>("../features/*/*.{ts,tsx}", {
      eager: true,
      query: "?raw",
      import: "default",
    }),
  );
  const besides = Object.entries(found)
    .map(([own, set]) => [own, set.filter((one) => one !== "navigation")] as const)
    .filter(([, set]) => set.length > 0);
  expect(Object.fromEntries(besides)).toEqual(STANDS_ON);
});

test("sections do not import each other", () => {
  const files = import.meta.glob<string>("../sections/*/*.{ts,tsx}", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  expect(Object.keys(files).length).toBeGreaterThan(30);
  expect(neighbours(files)).toEqual({});
});
