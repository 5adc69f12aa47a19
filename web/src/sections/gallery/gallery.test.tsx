import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { closeOverlay } from "../../features/navigation/overlay.ts";
import type { Picture } from "../../generated/view.ts";
import { SectionNumberContext } from "../../lib/section-number.ts";
import { withTranslations } from "../../test/translations.tsx";
import Gallery from "./gallery.tsx";

const pictures = (count: number): Picture[] =>
  Array.from({ length: count }, (_, index) => ({
    src: `/m/${index + 1}.jpg`,
    width: 1600,
    height: 1067,
    alt: `view ${index + 1}`,
    color: "#445566",
  }));

const setup = (count: number, number = 1) =>
  render(
    <SectionNumberContext value={number}>
      <Gallery section={{ kind: "gallery", title: "ViewCache", pictures: pictures(count) }} />
    </SectionNumberContext>,
    { wrapper: withTranslations("en") },
  );

afterEach(() => act(() => closeOverlay("#")));

test("a picture opens the lightbox at its index", async () => {
  setup(5);
  await userEvent.click(screen.getByRole("link", { name: "Open picture 3: view 3" }));
  const box = await screen.findByRole("dialog", { name: "Pictures of ViewCache" });
  expect(within(box).getByRole("status").textContent).toBe("3 of 5");
});

test("two galleries of a page open independently", async () => {
  setup(5, 1);
  setup(2, 2);
  await userEvent.click(
    screen.getAllByRole("link", { name: "Open picture 1: view 1" })[1] as Element,
  );
  expect(await screen.findAllByRole("dialog")).toHaveLength(1);
  expect(screen.getByRole("status").textContent).toBe("1 of 2");
});

test("at most twelve pictures are shown, the rest is counted", () => {
  setup(30);
  const links = screen.getAllByRole("link");
  expect(links).toHaveLength(12);
  expect(links.at(-1)?.textContent).toContain("18 more");
});

test("every picture is a link to its file", () => {
  setup(2);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/m/1.jpg",
    "/m/2.jpg",
  ]);
});
