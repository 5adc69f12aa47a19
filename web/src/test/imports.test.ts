import { expect, test } from "vitest";

/**
 * The features that a feature may import; navigation is allowed to all. Biome checks the direction
 * of imports between folders (web/README.md).
 */
const ALLOWED: Record<string, readonly string[]> = {
  compare: ["favorites"],
  details: ["enquiry", "gallery", "toast"],
  gallery: ["toast"],
  "property-card": ["favorites"],
  "results-map": ["toast"],
  "search-panel": ["toast"],
};

/** The sibling folders that each folder imports from. */
function siblingImports(files: Record<string, string>): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const [file, source] of Object.entries(files)) {
    const own = file.split("/").at(-2) ?? "";
    if (file.includes(".test.")) continue;
    for (const [, sibling = ""] of source.matchAll(/from "\.\.\/([\w-]+)\//g)) {
      found[own] ??= new Set();
      found[own].add(sibling);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([own, set]) => [own, [...set].sort()]));
}

test("features import navigation and the features of the list above only", () => {
  const found = siblingImports(
    import.meta.glob<string>("../features/*/*.{ts,tsx}", {
      eager: true,
      query: "?raw",
      import: "default",
    }),
  );
  const others = Object.entries(found)
    .map(([own, set]) => [own, set.filter((one) => one !== "navigation")] as const)
    .filter(([, set]) => set.length > 0);
  expect(Object.fromEntries(others)).toEqual(ALLOWED);
});

test("sections do not import each other", () => {
  const files = import.meta.glob<string>("../sections/*/*.{ts,tsx}", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  expect(Object.keys(files).length).toBeGreaterThan(30);
  expect(siblingImports(files)).toEqual({});
});
