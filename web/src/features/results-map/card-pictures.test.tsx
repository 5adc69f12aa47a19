import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type { Card, Picture, Section, View } from "../../generated/view.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { sampleView } from "../../test/sample-view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { CardPictures } from "./card-pictures.tsx";

const HREF = "/properties/villa/";
const WIDTH = 300;

const picture = (name: string): Picture => ({
  src: `/media/${name}-800.jpg`,
  widths: [320, 800],
  width: 1200,
  height: 800,
  alt: name,
  color: "#dcb",
});

const card = (first?: Picture): Card => ({
  id: 1,
  href: HREF,
  title: "Villa",
  kind: "properties",
  place: "Villa in Marbella",
  price: { text: "1.000.000 €" },
  facts: [],
  badges: [],
  ...(first && { picture: first }),
});

/** The View of the property's page with these pictures. */
const pageWith = (gallery: Picture[]): View => ({
  ...sampleView(HREF),
  content: [{ kind: "property", gallery } as Section],
});

const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));

/** Shows the pictures of a card; the strip scrolls at once, as with reduced motion. */
async function setup(shown: Card, gallery: Picture[]) {
  const { Provider, stop } = navigationHarness({
    answer: async () => ({ view: pageWith(gallery) }),
  });
  const Translations = withTranslations("en");
  const { container } = render(<CardPictures card={shown} href={HREF} />, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Translations>
        <Provider>{children}</Provider>
      </Translations>
    ),
  });
  const strip = container.firstElementChild?.firstElementChild;
  if (strip instanceof HTMLElement) {
    Object.defineProperty(strip, "clientWidth", { value: WIDTH });
    strip.scrollTo = ((options: ScrollToOptions) => {
      strip.scrollLeft = options.left ?? 0;
      act(() => {
        strip.dispatchEvent(new Event("scroll"));
      });
    }) as typeof strip.scrollTo;
  }
  await settled();
  stop();
  return { container, sources: () => [...container.querySelectorAll("img")].map((i) => i.src) };
}

const next = () => screen.getByRole("button", { name: "Next picture" });
const previous = () => screen.getByRole("button", { name: "Previous picture" });

test("the pictures of the page follow that of the card, which is not repeated", async () => {
  const { container } = await setup(card(picture("a")), ["b", "a", "c"].map(picture));
  expect(container.querySelectorAll("a")).toHaveLength(3);
  expect(screen.getByRole("status").textContent).toBe("1 of 3");
  // The link of the card is the one that is read and tabbed to.
  expect(screen.queryByRole("link")).toBeNull();
});

test("the buttons move by one picture, and only near pictures load", async () => {
  const { sources } = await setup(card(picture("a")), ["b", "c", "d"].map(picture));
  expect(sources().join()).toMatch(/a-800.*b-800/);
  expect(sources()).toHaveLength(2);
  await userEvent.click(next());
  expect(screen.getByRole("status").textContent).toBe("2 of 4");
  expect(sources()).toHaveLength(3);
  await userEvent.click(previous());
  expect(screen.getByRole("status").textContent).toBe("1 of 4");
});

test("at the ends a button keeps the focus and does nothing", async () => {
  await setup(card(picture("a")), ["b"].map(picture));
  expect(previous().getAttribute("aria-disabled")).toBe("true");
  next().focus();
  await userEvent.keyboard("{Enter}{Enter}");
  expect(screen.getByRole("status").textContent).toBe("2 of 2");
  expect(document.activeElement).toBe(next());
  expect(next().getAttribute("aria-disabled")).toBe("true");
});

test("ten pictures at most; one has no buttons; none shows nothing", async () => {
  const many = Array.from({ length: 20 }, (_, index) => picture(`p${index}`));
  const first = await setup(card(picture("a")), many);
  expect(first.container.querySelectorAll("a")).toHaveLength(10);
  const one = await setup(card(picture("a")), []);
  expect(one.container.querySelectorAll("button")).toHaveLength(0);
  const none = await setup(card(), []);
  expect(none.container.innerHTML).toBe("");
});
