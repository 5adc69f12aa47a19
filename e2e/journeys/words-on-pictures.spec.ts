import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addStyles, expect, setConsent, test, visit } from "../fixtures.ts";
import type { Lang } from "../translations.ts";

/** A page of each type of header, and of each section whose words stand on a picture. */
const pages: Record<string, Record<Lang, string>> = {
  home: { en: "/", es: "/es/" },
  hero: { en: "/services/", es: "/es/servicios/" },
  "hero of results": { en: "/for-sale/villas/marbella/", es: "/es/venta/villas/marbella/" },
  "simple of results": { en: "/properties/", es: "/es/properties/" },
  single: { en: "/golden-mile-by-its-streets/", es: "/es/la-milla-de-oro-calle-a-calle/" },
  property: {
    en: "/properties/camojan-villa-with-observatory/",
    es: "/es/properties/camojan-villa-with-observatory/",
  },
};

/** What an agency may choose as its picture, as a CSS background. */
const pictures = {
  white: "#fff",
  black: "#000",
  pattern: "repeating-conic-gradient(#fff 0 25%, #000 0 50%) 0 0 / 8px 8px",
};

/** Words and icons over a header, and the titles and tiles of sections on pictures. */
const WORDS = [
  "body > div > header a",
  "body > div > header button",
  "main h1",
  "main h1 ~ p",
  "main :has(> h1) > p",
  "main :has(> picture) a",
  "main :has(> picture) h2",
  "main :has(> picture) p:not(:has(a))",
  "main div:has(> div > h1) nav a",
].join(", ");

type Word = {
  text: string;
  color: string;
  large: boolean;
  rects: { x: number; y: number; width: number; height: number }[];
};

/** Marks the words that stand on a picture, with their colour; later they are transparent. */
const markWords = (page: Page): Promise<number> =>
  page.evaluate((selector) => {
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (element.closest("dialog, article")) continue;
      // A control with a background of its own does not stand on the picture.
      let own = false;
      let up: Element | null = element;
      for (; up && !up.querySelector("picture") && up.tagName !== "HEADER"; up = up.parentElement) {
        const { backgroundColor } = getComputedStyle(up);
        const alpha = Number(/rgba\(.*, ([\d.]+)\)/.exec(backgroundColor)?.[1] ?? 1);
        own ||= alpha > 0.9;
      }
      if (own) continue;
      const { color, fontSize } = getComputedStyle(element);
      element.dataset.wordColor = color;
      if (Number.parseFloat(fontSize) >= 24) element.dataset.wordLarge = "";
    }
    return document.querySelectorAll("[data-word-color]").length;
  }, WORDS);

/** The marked words where they are now. */
const wordsOf = (page: Page): Promise<Word[]> =>
  page.evaluate(() => {
    // A header without a picture has words on its own colour.
    const header = document.querySelector("main > :first-child");
    const boxes = [...document.querySelectorAll("main picture"), header].flatMap(
      (element) => element?.getBoundingClientRect() ?? [],
    );
    return [...document.querySelectorAll<HTMLElement>("[data-word-color]")].flatMap((element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      const range = document.createRange();
      range.selectNodeContents(element);
      const seen = ({ width, height }: DOMRect) => width > 2 && height > 2;
      const texts = [...range.getClientRects()].filter(seen);
      const icons = [...element.querySelectorAll("svg")].map((icon) =>
        icon.getBoundingClientRect(),
      );
      const rects = (texts.length > 0 && element.textContent.trim() !== "" ? texts : icons)
        .filter((rect) =>
          boxes.some(
            (box) =>
              rect.left >= box.left &&
              rect.right <= box.right &&
              rect.top >= box.top &&
              rect.bottom <= box.bottom,
          ),
        )
        .map(({ x, y, width, height }) => ({ x, y: y + scrollY, width, height }));
      if (rects.length === 0) return [];
      const text = element.getAttribute("aria-label") ?? element.textContent.trim();
      return [
        {
          text,
          color: element.dataset.wordColor ?? "",
          large: element.dataset.wordLarge !== undefined || element.textContent.trim() === "",
          rects,
        },
      ];
    });
  });

const channel = (value: number): number => {
  const part = value / 255;
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = (r: number, g: number, b: number): number =>
  0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);

/** The words whose contrast with some pixel behind them is too small (WCAG 1.4.3 and 1.4.11). */
async function unreadable(page: Page, background: string): Promise<string[]> {
  await page.evaluate((css) => {
    for (const picture of document.querySelectorAll<HTMLElement>("main picture")) {
      picture.style.background = css;
      for (const image of picture.querySelectorAll("img")) image.style.visibility = "hidden";
    }
    for (const video of document.querySelectorAll<HTMLElement>("main video"))
      video.style.visibility = "hidden";
  }, background);
  const words = await wordsOf(page);
  expect(words.length).toBeGreaterThan(0);
  const shot = await page.screenshot({ fullPage: true, animations: "disabled", scale: "css" });
  const { data, info } = await sharp(shot)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return words.flatMap(({ text, color, large, rects }) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    const own = luminance(r, g, b);
    let least = 21;
    for (const rect of rects)
      for (let y = Math.floor(rect.y); y < rect.y + rect.height; y++)
        for (let x = Math.floor(rect.x); x < rect.x + rect.width; x++) {
          const at = (y * info.width + x) * info.channels;
          if (at < 0 || at + 2 >= data.length) continue;
          const behind = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
          const [high, low] = own > behind ? [own, behind] : [behind, own];
          least = Math.min(least, (high + 0.05) / (low + 0.05));
        }
    return least < (large ? 3 : 4.5) ? [`${text.slice(0, 40)}: ${least.toFixed(1)}`] : [];
  });
}

for (const lang of ["en", "es"] as const)
  for (const [name, links] of Object.entries(pages))
    test(`${lang}: words on the pictures of ${name} can be read over any picture`, async ({
      page,
    }) => {
      await setConsent(page);
      await visit(page, links[lang]);
      expect(await markWords(page)).toBeGreaterThan(0);
      await addStyles(
        page,
        "*, *::before, *::after { color: transparent !important; transition: none !important; }",
      );
      for (const [kind, background] of Object.entries(pictures))
        expect({ [kind]: await unreadable(page, background) }).toEqual({ [kind]: [] });
    });
