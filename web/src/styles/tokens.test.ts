import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const css = (path: string) => readFileSync(resolve(import.meta.dirname, "..", path), "utf8");

/** The value of a token, with rem in px. */
function token(name: string): string {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css("styles/tokens.css"))?.[1] ?? "";
  return value.replace(/^([\d.]+)rem$/, (_, rem) => `${Number(rem) * 16}px`);
}

// Specification §3.19, §3.19.2, §9.9, §9.9.1, §9.9.4.
test.each([
  ["color-sand", "#eedcca"],
  ["color-bark", "#3d2f24"],
  ["width-narrow", "1000px"],
  ["width-wide", "1200px"],
  ["width-header", "1230px"],
  ["header-padding", "80px"],
  ["header-min", "250px"],
  ["header-min-property", "300px"],
  ["control-height", "55px"],
  ["space-3", "15px"],
  ["space-5", "30px"],
  ["space-7", "60px"],
])("token %s is %s", (name, want) => {
  expect(token(name)).toBe(want);
});

test("the font is a geometric sans serif", () => {
  expect(token("font")).toMatch(/^"Jost".*sans-serif$/);
});

// Specification §3.19.1, §9.9.3.
test("the breakpoints are 480, 640, 768, 1024, 1280 and 1536 px", () => {
  const media = [...css("styles/media.css").matchAll(/--(\w+) \(width >= (\d+)px\)/g)];
  expect(media.map(([, name, px]) => [name, Number(px)])).toEqual([
    ["xs", 480],
    ["sm", 640],
    ["md", 768],
    ["menu", 1024],
    ["xl", 1280],
    ["xxl", 1536],
  ]);
});

// Specification §2.6.2, §9.9.2.
test("the logo is 54 px wide, from the menu breakpoint on 150 px where its text size has room, and the spinner at most 800 px", () => {
  const widths = [...css("chrome/logo.module.css").matchAll(/\.logo \{[^}]*inline-size: (\d+)px/g)];
  expect(widths.map(([, px]) => px)).toEqual(["54", "150", "54"]);
  expect(css("ui/spinner/spinner.module.css")).toContain("min(800px, 100%)");
});

// Specification §9.9.3.
test("the menus are as high as the viewport minus 120 px", () => {
  expect(css("chrome/mega-menu.module.css")).toContain("calc(100vh - 120px)");
  expect(css("chrome/mobile-menu.module.css")).toContain("calc(100dvh - 120px)");
});
