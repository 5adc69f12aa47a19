import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Changes, Document, Draft, PutDraft } from "../generated/api.ts";
import { Decisions } from "../parts/decisions.tsx";
import { clearToasts } from "../parts/toast.tsx";
import { type Answers, type Call, fakeAPI, renderScreen, signIn } from "../test/fake-api.tsx";
import PropertyScreen from "./property-screen.tsx";

const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../api/drafts.ts", () => ({
  keepDraft: async (key: string, value: unknown) => void kept.set(key, value),
  readDraft: async (key: string) => kept.get(key),
  dropDraft: async (key: string) => void kept.delete(key),
}));

const doc = {
  id: 1,
  reference: "ZRE1001P",
  status: "publish",
  link: "/properties/villa/",
  title: { en: "Villa", es: "Villa" },
  price: { amount: 1_250_000 },
  s_offer: [3],
  features: ["pool", "own word"],
};

const document: Document = { doc, version: "v1", may: true, checks: [] };
const none: Draft = { changes: [], version: "" };
const lists = {
  lists: {
    offers: [
      { id: 3, slug: "for-sale", name: "For sale" },
      { id: 4, slug: "for-holidays", name: "Holidays" },
    ],
    provinces: [
      { id: 10, slug: "malaga", name: "Málaga" },
      { id: 11, slug: "cadiz", name: "Cádiz" },
    ],
    cities: [
      { id: 20, slug: "marbella", name: "Marbella", parent: 10 },
      { id: 21, slug: "tarifa", name: "Tarifa", parent: 11 },
    ],
    features: [
      { slug: "pool", name: "Pool" },
      { slug: "lift", name: "Lift" },
    ],
  },
};

const PATH = "entities/properties/1";

function show(answers: Answers = {}): Call[] {
  const calls = fakeAPI({
    [`GET ${PATH}`]: document,
    "GET forms/properties": lists,
    [`GET ${PATH}/draft`]: none,
    [`PUT ${PATH}/draft`]: ({ body }: Call) => ({ ...(body as PutDraft), version: "d1" }),
    [`POST ${PATH}/changes`]: { change: 7, paths: [], version: "v2" },
    "GET log": [],
    ...answers,
  });
  renderScreen(
    <>
      <PropertyScreen parameter="1" />
      <Decisions />
    </>,
  );
  return calls;
}

const saves = (calls: Call[]) =>
  calls.filter(({ path }) => path.endsWith("/changes")).map(({ body }) => body as Changes);
const open = async (tab: string) => userEvent.click(await screen.findByRole("tab", { name: tab }));
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

beforeEach(() => {
  kept.clear();
  clearToasts();
  signIn();
  history.replaceState(null, "", "/studio/properties/1/");
  Element.prototype.scrollIntoView = () => {};
});

test("only what was changed is sent, in both languages, with a number as offices write it", async () => {
  const calls = show();
  await open("Basics");
  type("Price", "1,2 M");
  await open("Texts");
  type("Title · Spanish", "Casa Alba");
  await userEvent.click(screen.getByRole("button", { name: "Publish changes" }));
  await screen.findByText("It is on the website.");
  expect(saves(calls)[0]?.changes).toEqual([
    { path: "price.amount", from: 1_250_000, to: 1_200_000 },
    { path: "title.es", from: "Villa", to: "Casa Alba" },
  ]);
});

test("a number that is none stays in its field with what is wrong", async () => {
  show();
  await open("Basics");
  type("Price", "1.250.00");
  expect(field("Price").value).toBe("1.250.00");
  expect(field("Price").getAttribute("aria-invalid")).toBe("true");
});

test("boxes keep words that the list does not have; a town belongs to its province", async () => {
  const calls = show();
  await open("Features");
  await userEvent.click(screen.getByRole("checkbox", { name: "Lift" }));
  await open("Location");
  fireEvent.change(field("Province"), { target: { value: "10" } });
  expect(within(field("Town")).queryByRole("option", { name: "Tarifa" })).toBeNull();
  fireEvent.change(field("Town"), { target: { value: "20" } });
  await userEvent.click(screen.getByRole("button", { name: "Publish changes" }));
  await waitFor(() => expect(saves(calls)).toHaveLength(1));
  expect(saves(calls)[0]?.changes).toEqual([
    { path: "features", from: ["pool", "own word"], to: ["pool", "own word", "lift"] },
    { path: "s_province", from: null, to: 10 },
    { path: "s_city", from: null, to: 20 },
  ]);
});

test("a field of holiday lets is there for them only", async () => {
  show();
  await open("Basics");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Holidays" }));
  await open("Legal and energy");
  expect(screen.getByLabelText("Tourist register number")).toBeTruthy();
  await open("Basics");
  await userEvent.click(screen.getByRole("checkbox", { name: "Holidays" }));
  await open("Legal and energy");
  expect(screen.queryByLabelText("Tourist register number")).toBeNull();
});

describe("what waits", () => {
  const draft: Draft = {
    changes: [{ path: "title.en", from: "Villa", to: "Casa Alba" }],
    by: "Ana",
    at: "2026-11-26T10:00:00Z",
    version: "d0",
  };

  test("of somebody else is shown with its differences, and taken only when asked", async () => {
    const calls = show({ [`GET ${PATH}/draft`]: draft });
    const waiting = await screen.findByRole("heading", { name: /not published/ });
    expect(screen.queryByRole("tab")).toBeNull();
    const part = within(waiting.closest("section") as HTMLElement);
    expect(part.getByText("Casa Alba")).toBeTruthy();
    expect(part.getByText(/^Ana/)).toBeTruthy();
    await userEvent.click(part.getByRole("button", { name: "Go on with these" }));
    await open("Texts");
    expect(field("Title · English").value).toBe("Casa Alba");
    await userEvent.click(screen.getByRole("button", { name: "Publish changes" }));
    await waitFor(() => expect(saves(calls)[0]?.changes).toEqual(draft.changes));
  });

  test("is discarded on the server too", async () => {
    const calls = show({ [`GET ${PATH}/draft`]: draft });
    await userEvent.click(await screen.findByRole("button", { name: "Discard them" }));
    await open("Texts");
    expect(field("Title · English").value).toBe("Villa");
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
        changes: [],
        seen: "d0",
      }),
    );
  });

  test("of this browser that the server has is taken without a question", async () => {
    kept.set("u1 property 1", { changes: draft.changes, seen: "d0", at: draft.at, sent: true });
    show({ [`GET ${PATH}/draft`]: draft });
    await open("Texts");
    expect(field("Title · English").value).toBe("Casa Alba");
  });

  test("in this browser after a crash is offered", async () => {
    kept.set("u1 property 1", { changes: draft.changes, seen: "", at: draft.at, sent: false });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Go on with these" }));
    await open("Texts");
    expect(field("Title · English").value).toBe("Casa Alba");
  });
});

test("what blocks stops the button and leads to its field", async () => {
  const calls = show({
    [`GET ${PATH}`]: {
      ...document,
      doc: { ...doc, status: "draft", energy: {} },
      checks: [
        { path: "energy.consumption", text: "The energy label is missing.", level: "blocks" },
      ],
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Publish" }));
  await screen.findByText(/The checklist says what/);
  expect(screen.getByRole("tab", { name: "Legal and energy", selected: true })).toBeTruthy();
  expect(saves(calls)).toEqual([]);
  expect(window.document.activeElement?.id).toBe("field-energy.consumption");
});

test("refused values are shown at their fields, and nothing is lost", async () => {
  const calls = show({
    [`POST ${PATH}/changes`]: {
      type: "invalid",
      status: 422,
      title: "Check the fields.",
      fields: [{ path: "title.es", text: "Too long." }],
    },
  });
  await open("Texts");
  type("Title · Spanish", "Casa Alba");
  await userEvent.click(screen.getByRole("button", { name: "Publish changes" }));
  expect((await screen.findAllByText(/Too long/)).length).toBeGreaterThan(0);
  expect(field("Title · Spanish").value).toBe("Casa Alba");
  expect(field("Title · Spanish").getAttribute("aria-invalid")).toBe("true");
  expect(saves(calls)).toHaveLength(1);
});

test("a padlock gives a field of a feed back to it", async () => {
  const calls = show({
    [`GET ${PATH}`]: {
      ...document,
      doc: { ...doc, source: { system: "crm" }, locks: ["title"] },
    },
  });
  await open("Texts");
  const lock = await screen.findByRole("button", { name: /^Title: kept/ });
  await userEvent.click(lock);
  await userEvent.click(screen.getByRole("button", { name: "Publish changes" }));
  await waitFor(() => expect(saves(calls)).toHaveLength(1));
  expect(saves(calls)[0]?.changes).toEqual([{ path: "locks", from: ["title"], to: null }]);
});

test("who may not change it reads it", async () => {
  show({ [`GET ${PATH}`]: { ...document, may: false } });
  await open("Texts");
  expect(field("Title · English").readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: /Publish/ })).toBeNull();
});
