import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

/** The gradients that WordPress offers in every theme (wp-includes/theme.json). */
const GRADIENTS = [
  "vivid-cyan-blue-to-vivid-purple",
  "light-green-cyan-to-vivid-green-cyan",
  "luminous-vivid-amber-to-luminous-vivid-orange",
  "luminous-vivid-orange-to-vivid-red",
  "very-light-gray-to-cyan-bluish-gray",
  "cool-to-warm-spectrum",
  "blush-light-purple",
  "blush-bordeaux",
  "luminous-dusk",
  "pale-ocean",
  "electric-grass",
  "midnight",
];

test("every gradient of WordPress has its colours", () => {
  const css = readFileSync(resolve(import.meta.dirname, "prose.css"), "utf8");
  const found = [
    ...css.matchAll(
      /\.has-([\w-]+)-gradient-background \{\s+background-image: linear-gradient\(\s*135deg,\s+#[^;]+\);/g,
    ),
  ].map((match) => match[1]);
  expect(found).toEqual(GRADIENTS);
});
