import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Changes, PropertyList, PropertyRow } from "../generated/api.ts";
import { Decisions } from "../parts/decisions.tsx";
import { clearToasts } from "../parts/toast.tsx";
import { type Answers, type Call, fakeAPI, renderScreen, signIn } from "../test/fake-api.tsx";
import PropertiesScreen from "./properties-screen.tsx";

const row = (id: number, more: Partial<PropertyRow> = {}): PropertyRow => ({
  id,
  reference: `ZRE100${id}P`,
  title: `Villa ${id}`,
  place: "Marbella",
  type: "Villa",
  offers: ["For sale"],
  pictures: 3,
  link: `/properties/villa-${id}/`,
  status: "publish",
  state: "available",
  price: { amount: 1_250_000, currency: "EUR", mode: "sale" },
  languages: { en: true, es: false },
  modified: "2026-11-26T10:00:00Z",
  may: true,
  ...more,
});

const list = (...properties: PropertyRow[]): PropertyList => ({
  total: properties.length,
  page: 1,
  pages: 1,
  properties,
  states: { available: 2, sold: 1 },
  shows: { drafts: 1 },
});

const saved = { change: 7, paths: ["price.amount"], version: "v2" };

function show(answers: Answers): Call[] {
  const calls = fakeAPI({
    "GET properties": list(row(1), row(2), row(3, { may: false })),
    "POST entities/properties/1/changes": saved,
    "POST undo": { change: 8, paths: [], version: "v3" },
    ...answers,
  });
  renderScreen(
    <>
      <PropertiesScreen />
      <Decisions />
    </>,
  );
  return calls;
}

const changesOf = (calls: Call[]) =>
  calls.filter(({ path }) => path.endsWith("/changes")).map(({ body }) => body as Changes);

const priceButton = () => screen.findByRole("button", { name: /price of ZRE1001P/ });
const priceField = () => screen.getByRole("textbox", { name: "Price of ZRE1001P" });

/** jsdom computes no layout, so it shows a table only when a media query says so. */
function desk(wide: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        matches: wide,
        media,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
}

beforeEach(() => {
  signIn();
  desk(true);
  clearToasts();
  history.replaceState(null, "", "/studio/properties/");
});

describe("the price in the row", () => {
  test("is one click, a number as offices write it, and Enter; undo takes it back", async () => {
    const calls = show({});
    await userEvent.click(await priceButton());
    await userEvent.keyboard("1,2 M{Enter}");
    await screen.findByText("ZRE1001P: 1.250.000 € is now 1.200.000 €");
    expect(changesOf(calls)[0]?.changes).toEqual([
      { path: "price.amount", from: 1_250_000, to: 1_200_000 },
    ]);
    expect((await priceButton()).textContent).toContain("1.200.000");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("ZRE1001P: as it was before");
    expect(calls.find(({ path }) => path === "undo")?.body).toMatchObject({ change: 7 });
    await waitFor(async () =>
      // the list is read again
      expect((await priceButton()).textContent).toContain("1.250.000"),
    );
  });

  test("Escape leaves the price, and the focus returns to it", async () => {
    const calls = show({});
    await userEvent.click(await priceButton());
    await userEvent.keyboard("900k{Escape}");
    await waitFor(async () => expect(document.activeElement).toBe(await priceButton()));
    expect(changesOf(calls)).toEqual([]);
  });

  test("what is not surely a number is not sent", async () => {
    const calls = show({});
    await userEvent.click(await priceButton());
    await userEvent.keyboard("1.250.00{Enter}");
    expect(priceField().getAttribute("aria-invalid")).toBe("true");
    expect(changesOf(calls)).toEqual([]);
  });

  test("a refused price stays in the field with its reason", async () => {
    show({
      "POST entities/properties/1/changes": {
        type: "invalid",
        status: 422,
        title: "Check the fields.",
        fields: [{ path: "price.amount", text: "Too low." }],
      },
    });
    await userEvent.click(await priceButton());
    await userEvent.keyboard("5{Enter}");
    await screen.findByText("Too low.");
    expect((priceField() as HTMLInputElement).value).toBe("5");
  });

  test("a jump is saved after a confirmation", async () => {
    const guard = {
      type: "confirm",
      status: 422,
      title: "Confirm.",
      guards: [{ path: "price.amount", text: "It falls by half." }],
    };
    const calls = show({
      "POST entities/properties/1/changes": ({ body }: Call) =>
        (body as Changes).confirmed ? saved : guard,
    });
    await userEvent.click(await priceButton());
    await userEvent.keyboard("450k{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Save anyway" }));
    await screen.findByText(/is now 450.000/);
    expect(changesOf(calls)).toHaveLength(2);
  });

  test("a conflict shows both prices; mine is saved from the present one", async () => {
    const conflict = {
      type: "conflict",
      status: 409,
      title: "Changed.",
      conflicts: [
        {
          path: "price.amount",
          from: 1_250_000,
          to: 1_200_000,
          now: 1_190_000,
          by: "Luis",
          at: "2026-11-26T10:00:00Z",
        },
      ],
    };
    const calls = show({
      "POST entities/properties/1/changes": ({ body }: Call) =>
        (body as Changes).changes[0]?.from === 1_190_000 ? saved : conflict,
    });
    await userEvent.click(await priceButton());
    await userEvent.keyboard("1.200.000{Enter}");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("1.190.000 €")).toBeTruthy();
    expect(dialog.getByText(/^Luis/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Keep mine" }));
    await screen.findByText(/is now 1.200.000/);
    expect(changesOf(calls)).toHaveLength(2);
  });

  test("without the right to change it there is no button", async () => {
    show({});
    await priceButton();
    expect(screen.queryByRole("button", { name: /price of ZRE1003P/ })).toBeNull();
  });

  test("on a phone it opens in a sheet", async () => {
    desk(false);
    const calls = show({});
    await userEvent.click(await priceButton());
    const sheet = within(screen.getByRole("dialog"));
    const field = sheet.getByRole("textbox");
    await userEvent.clear(field);
    await userEvent.type(field, "1300000");
    await userEvent.click(sheet.getByRole("button", { name: "Save" }));
    await screen.findByText(/is now 1.300.000/);
    expect(changesOf(calls)[0]?.changes[0]?.to).toBe(1_300_000);
  });
});

test("the state changes in two clicks, from the stored one", async () => {
  const calls = show({
    "GET properties": list(row(1, { state: "sold", stored_state: "reserved" })),
  });
  await userEvent.click(await screen.findByRole("button", { name: /State of ZRE1001P/ }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "Let" }));
  await screen.findByText("ZRE1001P: Let");
  expect(changesOf(calls)[0]?.changes).toEqual([
    { path: "availability", from: "reserved", to: "let" },
  ]);
});

test("keys move between rows, open the price and the state", async () => {
  show({});
  await priceButton();
  const titles = screen.getAllByRole("link", { name: /Villa/ });
  fireEvent.keyDown(document.body, { key: "j" });
  expect(document.activeElement).toBe(titles[0]);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  expect(document.activeElement).toBe(titles[1]);
  await userEvent.keyboard("kp");
  expect(document.activeElement).toBe(priceField());
  // Letters of a field are letters.
  await userEvent.keyboard("s");
  expect(screen.queryByRole("menu")).toBeNull();
  await userEvent.keyboard("{Escape}");
  titles[1]?.focus();
  await userEvent.keyboard("s");
  expect(await screen.findByRole("menu")).toBeTruthy();
});

test("the search waits for a pause in typing and begins on the first page", async () => {
  history.replaceState(null, "", "/studio/properties/?page=3");
  const calls = show({});
  await priceButton();
  await userEvent.type(screen.getByRole("searchbox"), "marbella");
  await waitFor(() => expect(calls.at(-1)?.path).toBe("properties?q=marbella"));
  expect(calls.filter(({ path }) => path.startsWith("properties?q="))).toHaveLength(1);
});
