import { afterEach, expect, test, vi } from "vitest";
import { fetchPicture } from "./fetch-picture.ts";

afterEach(() => vi.restoreAllMocks());

/** Fetches a picture and returns the element that asks for it. */
function elementOf(widths: number[] | undefined): HTMLElement {
  const created = vi.spyOn(document, "createElement");
  const picture = { src: "/m/bay-800.jpg", width: 1600, height: 900, alt: "", color: "#446" };
  fetchPicture(widths ? { ...picture, widths } : picture, "50vw");
  return created.mock.results[0]?.value;
}

test("a picture is asked for as a Picture does: AVIF, WebP, else its file", () => {
  const [avif, webp, image] = elementOf([400, 800]).children;
  expect(avif?.outerHTML).toBe(
    '<source type="image/avif" sizes="50vw" srcset="/m/bay-400.avif 400w, /m/bay-800.avif 800w">',
  );
  expect(webp?.getAttribute("type")).toBe("image/webp");
  expect(image?.getAttribute("src")).toBe("/m/bay-800.jpg");
});

test("a picture without renditions is asked for by its file", () => {
  expect(elementOf(undefined).innerHTML).toBe('<img src="/m/bay-800.jpg">');
});
