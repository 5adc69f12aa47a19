import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Card } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { CardRow, type CardRowHandle } from "./card-row.tsx";
import { PricePin } from "./pins.tsx";

const card = (id: number): Card => ({
  id,
  href: `/properties/villa-${id}/`,
  title: `Villa ${id}`,
  kind: "properties",
  place: "Villa in Marbella",
  price: { text: "1.000.000 €" },
  facts: [],
  badges: [],
});

beforeEach(() => {
  HTMLElement.prototype.scrollTo = () => {};
});

const setup = () => {
  const handle = createRef<CardRowHandle>();
  const [onActive, onLeave] = [vi.fn(), vi.fn()];
  render(
    <CardRow
      cards={[card(1), card(2)]}
      handle={handle}
      active={1}
      onActive={onActive}
      onLeave={onLeave}
    />,
    { wrapper: withTranslations("en") },
  );
  return { handle, onActive, onLeave };
};

test("a pressed pin shows its card, which takes the focus and marks the pin", () => {
  const { handle, onActive } = setup();
  expect(handle.current?.show(2)).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Villa 2" }));
  expect(onActive).toHaveBeenLastCalledWith(2);
  expect(handle.current?.show(3)).toBe(false);
});

test("the row is a named list; Escape leaves it", async () => {
  const { onLeave } = setup();
  expect(screen.getByRole("list", { name: "Homes on the map, one by one" })).toBeTruthy();
  await userEvent.tab();
  await userEvent.keyboard("{Escape}");
  expect(onLeave).toHaveBeenCalledOnce();
});

test("the pin of a visited property says so", () => {
  const place = { id: 1, lat: 36.5, lng: -4.9, price: "1 M €" };
  const pin = (visited: boolean) => (
    <PricePin
      place={place}
      card={card(1)}
      active={false}
      selected={false}
      visited={visited}
      onActive={() => {}}
      onSelect={() => {}}
    />
  );
  const { rerender } = render(pin(false), { wrapper: withTranslations("en") });
  expect(screen.getByRole("button", { name: "Villa 1, 1 M €" })).toBeTruthy();
  rerender(pin(true));
  expect(screen.getByRole("button", { name: "Villa 1, 1 M €, seen" })).toBeTruthy();
});
