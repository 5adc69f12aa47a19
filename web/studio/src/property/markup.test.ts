import { expect, test } from "vitest";
import { isKept, parse, serialise } from "./markup.ts";

test.each([
  ["", true],
  ["<p>A villa.</p>", true],
  ["<p>A <b>bright</b> villa<br>by the <i>sea</i>.</p>\n\n<p>Second.</p>", true],
  ["<h2>Inside</h2>\n<ul>\n<li>Pool</li>\n<li><strong>Lift</strong></li>\n</ul>", true],
  ["<ol>\n<li><p>One</p></li>\n<li>Two<ul><li>Deep</li></ul></li></ol>", true],
  ['<p>See <a href="/contact/">us</a>.</p>', true],
  ["A villa without a paragraph", false],
  ['<p class="lead">A villa.</p>', false],
  ["<p>A <u>villa</u>.</p>", false],
  ["<table><tbody><tr><td>1</td></tr></tbody></table>", false],
  ['<p><img src="/media/a.jpg"></p>', false],
  ['<p><a href="/x/" target="_blank">x</a></p>', false],
  ["<div><p>A villa.</p></div>", false],
  ["<p></p>", true],
  ['<ol start="3"><li>x</li></ol>', true],
  ["<p>a</p><hr><p>b</p>", false],
])("%s is kept: %s", (markup, kept) => {
  expect(isKept(markup)).toBe(kept);
});

test("what is written has no paragraphs in plain list items, and nothing for an empty text", () => {
  expect(serialise(parse("<ul><li>Pool</li></ul><p>x</p>"))).toBe(
    "<ul><li>Pool</li></ul>\n<p>x</p>",
  );
  expect(serialise(parse("<p></p>"))).toBe("");
});
