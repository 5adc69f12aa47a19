import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Picture as PictureData } from "../../generated/view.ts";
import { Picture } from "./picture.tsx";

const bay: PictureData = {
  src: "/media/bay-of-2026-800.jpg",
  widths: [320, 800, 1280],
  width: 1300,
  height: 900,
  alt: "The bay",
  color: "#445566",
};

const sources = () =>
  [...document.querySelectorAll("source")].map(({ type, srcset }) => [type, srcset]);
const image = () => screen.getByRole<HTMLImageElement>("img");

test("a picture has every rendition in AVIF and WebP, the smallest format first, and one JPEG", () => {
  render(<Picture picture={bay} sizes="50vw" />);
  expect(sources()).toEqual([
    [
      "image/avif",
      "/media/bay-of-2026-320.avif 320w, /media/bay-of-2026-800.avif 800w, /media/bay-of-2026-1280.avif 1280w",
    ],
    [
      "image/webp",
      "/media/bay-of-2026-320.webp 320w, /media/bay-of-2026-800.webp 800w, /media/bay-of-2026-1280.webp 1280w",
    ],
  ]);
  expect([...document.querySelectorAll("source")].map(({ sizes }) => sizes)).toEqual([
    "50vw",
    "50vw",
  ]);
  expect(image().getAttribute("src")).toBe("/media/bay-of-2026-800.jpg");
  expect(image().hasAttribute("srcset")).toBe(false);
});

test("maxWidth removes wider renditions", () => {
  render(<Picture picture={bay} sizes="50vw" maxWidth={800} />);
  expect(sources()[1]?.[1]).toBe(
    "/media/bay-of-2026-320.webp 320w, /media/bay-of-2026-800.webp 800w",
  );
});

test("an original smaller than every rendition has its own width in srcset", () => {
  render(<Picture picture={{ ...bay, width: 200, widths: [320] }} sizes="50vw" />);
  expect(sources()[1]?.[1]).toBe("/media/bay-of-2026-320.webp 200w");
});

test("a vector picture is one file for all sizes", () => {
  const { widths: _, ...drawing } = { ...bay, src: "/media/plan-of-2026.svg" };
  render(<Picture picture={drawing} sizes="50vw" />);
  expect(sources()).toEqual([]);
  expect(image().getAttribute("src")).toBe("/media/plan-of-2026.svg");
  expect(image().hasAttribute("srcset")).toBe(false);
});

test("a crop keeps the focal point; a whole picture and one without a point have no position", () => {
  const { rerender } = render(<Picture picture={{ ...bay, focus: "30% 70%" }} sizes="50vw" />);
  expect(image().style.objectPosition).toBe("30% 70%");
  rerender(<Picture picture={{ ...bay, focus: "30% 70%" }} sizes="50vw" fit="whole" />);
  expect(image().style.objectPosition).toBe("");
  rerender(<Picture picture={bay} sizes="50vw" />);
  expect(image().getAttribute("style")).not.toContain("object-position");
});
