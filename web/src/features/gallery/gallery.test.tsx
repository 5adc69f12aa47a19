import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Picture } from "../../generated/view.ts";
import { testWords } from "../../test/words.tsx";
import { closeGallery, openGallery } from "./gallery.ts";
import { GalleryGrid } from "./gallery-grid.tsx";

const pictures: Picture[] = ["pool", "hall", "kitchen", "garden", "bath", "cellar", "gym"].map(
  (name) => ({
    src: `/m/${name}.jpg`,
    avif: "",
    webp: "",
    jpeg: "",
    width: 1600,
    height: 1067,
    alt: `The ${name}`,
    color: "#445566",
  }),
);

const draw = (count = pictures.length) =>
  render(<GalleryGrid pictures={pictures.slice(0, count)} title="Villa Alborada" />, {
    wrapper: testWords("en"),
  });

afterEach(() => act(closeGallery));

const counter = () => within(screen.getByRole("dialog")).getByRole("status").textContent;

test("the first picture stands in the header, so five others are shown and the rest counted", () => {
  draw();
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Open picture 2: The hall",
    "Open picture 3: The kitchen",
    "Open picture 4: The garden",
    "Open picture 5: The bath",
    "Open picture 6: The cellar1 more",
  ]);
});

test("a home with two pictures shows both", () => {
  draw(2);
  expect(screen.getAllByRole("link")).toHaveLength(2);
});

test("without a script every picture is a link to itself", () => {
  draw();
  expect(screen.getAllByRole("link")[0]?.getAttribute("href")).toBe("/m/hall.jpg");
});

test("a picture opens the gallery at its own place", async () => {
  draw();
  await userEvent.click(screen.getByRole("link", { name: /The garden/ }));
  expect(screen.getByRole("dialog", { name: "Pictures of Villa Alborada" })).toBeTruthy();
  expect(counter()).toBe("4 of 7");
});

test("arrow keys, Home and End lead through the pictures and stop at the ends", async () => {
  draw();
  act(() => openGallery(0));
  screen.getByRole("button", { name: "Next picture" }).focus();
  const steps: [string, string][] = [
    ["{ArrowRight}", "2 of 7"],
    ["{ArrowLeft}", "1 of 7"],
    ["{ArrowLeft}", "1 of 7"],
    ["{End}", "7 of 7"],
    ["{ArrowRight}", "7 of 7"],
    ["{Home}", "1 of 7"],
  ];
  for (const [key, want] of steps) {
    await userEvent.keyboard(key);
    expect([key, counter()]).toEqual([key, want]);
  }
});

test("the buttons at the ends say that they are off", async () => {
  draw();
  act(() => openGallery(6));
  const next = screen.getByRole("button", { name: "Next picture" });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Previous picture" }));
  expect(counter()).toBe("6 of 7");
});

test("closing takes the pictures away", async () => {
  draw();
  act(() => openGallery(1));
  await userEvent.click(screen.getByRole("button", { name: "Close gallery" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
