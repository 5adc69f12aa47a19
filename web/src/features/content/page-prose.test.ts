import { expect, test } from "vitest";
import { pageProse } from "./page-prose.ts";

test("text hangs below its headings, and is centred around wide blocks", () => {
  expect(pageProse("<p>alignwide</p>")).toBe("prose prose-hung");
  expect(pageProse('<figure class="wp-block-image alignfull size-large"></figure>')).toBe(
    "prose prose-centred",
  );
});
