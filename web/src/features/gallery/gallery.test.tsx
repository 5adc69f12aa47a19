import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Picture } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import * as fetchPicture from "../../ui/picture/fetch-picture.ts";
import { closeOverlay } from "../navigation/overlay.ts";
import { GalleryGrid } from "./gallery-grid.tsx";
import { openLightbox } from "./use-lightbox.ts";

const pictures: Picture[] = ["pool", "hall", "kitchen", "garden", "bath", "cellar", "gym"].map(
  (name) => ({
    src: `/m/${name}.jpg`,
    width: 1600,
    height: 1067,
    alt: `The ${name}`,
    color: "#445566",
  }),
);

const setup = (count = pictures.length) =>
  render(<GalleryGrid pictures={pictures.slice(0, count)} title="Villa Alborada" />, {
    wrapper: withTranslations("en"),
  });

afterEach(() => act(() => closeOverlay("#")));

/** Opens the gallery at the picture with an index; its code is loaded then. */
async function openAt(index: number) {
  act(() => openLightbox("picture", index));
  await screen.findByRole("dialog");
}

const counter = () => within(screen.getByRole("dialog")).getByRole("status").textContent;

test("the first picture is in the header, so five others are shown and the rest counted", () => {
  setup();
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Open picture 2: The hall",
    "Open picture 3: The kitchen",
    "Open picture 4: The garden",
    "Open picture 5: The bath",
    "Open picture 6: The cellar1 more",
  ]);
});

test("a property with two pictures shows both", () => {
  setup(2);
  expect(screen.getAllByRole("link")).toHaveLength(2);
});

test("an altered picture says so on the page and in the gallery", async () => {
  const altered = pictures.map((picture, index) =>
    index === 2 ? { ...picture, altered: true } : picture,
  );
  render(<GalleryGrid pictures={altered} title="Villa Alborada" />, {
    wrapper: withTranslations("en"),
  });
  expect(screen.getAllByText("Digitally altered picture")).toHaveLength(1);
  await userEvent.click(screen.getByRole("link", { name: /The kitchen/ }));
  const gallery = within(await screen.findByRole("dialog"));
  expect(gallery.getByText("Digitally altered picture")).toBeTruthy();
  await userEvent.click(gallery.getByRole("button", { name: "Next picture" }));
  expect(gallery.queryByText("Digitally altered picture")).toBeNull();
});

test("every picture is a link to its file", () => {
  setup();
  expect(screen.getAllByRole("link")[0]?.getAttribute("href")).toBe("/m/hall.jpg");
});

test("a picture opens the gallery at its index", async () => {
  setup();
  await userEvent.click(screen.getByRole("link", { name: /The garden/ }));
  await screen.findByRole("dialog", { name: "Pictures of Villa Alborada" });
  expect(counter()).toBe("4 of 7");
});

test("a mouse over a picture fetches it in the size of the gallery", async () => {
  const fetched = vi.spyOn(fetchPicture, "fetchPicture").mockReset();
  setup();
  await userEvent.pointer({ target: screen.getByRole("link", { name: /The garden/ }) });
  await waitFor(() => expect(fetched).toHaveBeenCalledWith(pictures[3], "100vw"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("arrow keys, Home and End step through the pictures and stop at the ends", async () => {
  setup();
  await openAt(0);
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

test("the buttons have aria-disabled at the ends", async () => {
  setup();
  await openAt(6);
  const next = screen.getByRole("button", { name: "Next picture" });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Previous picture" }));
  expect(counter()).toBe("6 of 7");
});

test("closing removes the pictures", async () => {
  setup();
  await openAt(1);
  await userEvent.click(screen.getByRole("button", { name: "Close gallery" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a double click enlarges a picture, and another one resets it", async () => {
  setup();
  await openAt(0);
  const zoom = screen.getByRole("button", { name: "Enlarge" });
  const picture = within(screen.getByRole("dialog")).getByAltText("The pool");
  await userEvent.dblClick(picture);
  expect(zoom.getAttribute("aria-pressed")).toBe("true");
  await userEvent.dblClick(picture);
  expect(zoom.getAttribute("aria-pressed")).toBe("false");
});

test("arrow keys scroll an enlarged picture and do not step", async () => {
  setup();
  await openAt(2);
  await userEvent.click(screen.getByRole("button", { name: "Enlarge" }));
  const slide = within(screen.getByRole("dialog")).getByAltText("The kitchen").closest("li");
  const scrollBy = vi.fn();
  Object.assign(slide ?? {}, { scrollBy });
  Object.defineProperty(slide, "clientWidth", { value: 400 });
  await userEvent.keyboard("{ArrowRight}");
  expect(scrollBy).toHaveBeenCalledWith({ left: 100, top: 0 });
  expect(counter()).toBe("3 of 7");
});

test("the counter follows a swipe after it ends", async () => {
  setup();
  await openAt(0);
  const row = within(screen.getByRole("dialog")).getByRole("list", {
    name: "Pictures of Villa Alborada",
  });
  Object.defineProperty(row, "clientWidth", { value: 400 });
  row.scrollLeft = 805;
  fireEvent.scroll(row);
  await waitFor(() => expect(counter()).toBe("3 of 7"));
});
