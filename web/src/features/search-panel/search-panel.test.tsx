import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { SearchPanel as SearchPanelData } from "../../generated/view.ts";
import { settle } from "../../test/events.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { withTranslations } from "../../test/translations.tsx";
import { ToastRegion } from "../toast/toast-region.tsx";
import { Chips } from "./chips.tsx";
import { isNewReference } from "./reference-lookup.ts";
import { SearchPanel } from "./search-panel.tsx";

const panel: SearchPanelData = {
  kind: "properties",
  action: "/es/properties/",
  reference: "/es/lookup",
  clear: "/es/properties/",
  advanced: false,
  chips: [{ text: "Villas", href: "/es/properties/?s_beds=3" }],
  hidden: [{ name: "sort_by", value: "price_low" }],
  fields: [
    {
      name: "s_location",
      label: "Location",
      any: "Any location",
      value: "",
      options: [
        { value: "636", label: "Marbella (30)", name: "s_province" },
        { value: "701", label: "\u2003Golden Mile (9)", name: "s_city" },
      ],
    },
    {
      name: "s_baths",
      label: "Bathrooms",
      any: "Any",
      value: "",
      options: [{ value: "2", label: "+2" }],
      advanced: true,
    },
  ],
};

let stop = () => {};
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function setup(changes: Partial<SearchPanelData> = {}, forcedRefresh = false) {
  const harness = navigationHarness({ at: "/es/properties/", settings: { forcedRefresh } });
  stop = harness.stop;
  const Translations = withTranslations("en");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Translations>
      <harness.Provider>{children}</harness.Provider>
    </Translations>
  );
  render(
    <>
      <SearchPanel panel={{ ...panel, ...changes }} />
      <Chips panel={{ ...panel, ...changes }} />
      <ToastRegion />
    </>,
    { wrapper },
  );
  return harness;
}

const location = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Location" });
const reference = () =>
  screen.getByRole<HTMLInputElement>("combobox", { name: "Reference", hidden: true });
const type = (text: string) => fireEvent.change(reference(), { target: { value: text } });
const search = () => userEvent.click(screen.getByRole("button", { name: "Search" }));

test("a price select has the common steps after a value between them", () => {
  const field = {
    name: "price_to",
    label: "Price to",
    any: "No maximum",
    value: "950000",
    options: [{ value: "950000", label: "950.000 €" }],
    prices: true,
  };
  setup({ fields: [field] });
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Price to" });
  expect(select.value).toBe("950000");
  const labels = [...select.options].map((option) => option.text);
  expect(labels.slice(0, 3)).toEqual(["No maximum", "950.000 €", "100.000 €"]);
  expect(labels.at(-1)).toBe("20.000.000 €");
});

test("the price steps follow the offer", async () => {
  const offer = {
    name: "s_offer",
    label: "Offer",
    any: "Any offer",
    value: "3",
    options: [
      { value: "3", label: "For Sale" },
      { value: "10", label: "For Rent", prices: "rent" as const },
      { value: "12", label: "For Holidays", prices: "holidays" as const },
    ],
  };
  const price = {
    name: "price_to",
    label: "Price to",
    any: "No maximum",
    value: "100000",
    options: [],
    prices: true,
  };
  setup({ fields: [offer, price] });
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Price to" });
  expect(select.value).toBe("100000");
  for (const [value, first, last] of [
    ["10", "750 €", "50.000 €"],
    ["12", "100 €", "50.000 €"],
    ["", "100.000 €", "20.000.000 €"],
  ] as const) {
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Offer" }), value);
    const labels = [...select.options].map((option) => option.text);
    expect([labels[1], labels.at(-1)]).toEqual([first, last]);
    expect(select.value).toBe("");
  }
});

test("a location is sent as s_city or s_province", async () => {
  const { fetched } = setup();
  expect(location().name).toBe("s_location");
  await userEvent.selectOptions(location(), "701");
  await search();
  await settle();
  expect(fetched).toEqual(["/es/properties/?s_city=701&sort_by=price_low"]);
});

// Specification §3.11 and §3.11.2: the key of the opposite type is in the option.
test("an option clears the filter that it names", async () => {
  const place = (name: string, value: string, clean: string) => ({
    name,
    label: name,
    any: "Any",
    value: "",
    options: [{ value, label: value, clean }],
  });
  const { fetched } = setup({
    fields: [place("s_province", "636", "s_city"), place("s_city", "701", "s_province")],
  });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "s_province" }), "636");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "s_city" }), "701");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "s_province" }).value).toBe("");
  await search();
  await settle();
  expect(fetched).toEqual(["/es/properties/?s_city=701&sort_by=price_low"]);
});

// Specification §4.8.1.
test("a cleared select leaves no filter", async () => {
  const { fetched } = setup();
  // At once: after a moment the results of the first choice would be fetched ahead.
  fireEvent.change(location(), { target: { value: "701" } });
  fireEvent.change(location(), { target: { value: "" } });
  await search();
  await settle();
  expect(fetched).toEqual(["/es/properties/?sort_by=price_low"]);
});

test("a chosen option clears the reference", async () => {
  setup();
  type("ZR7P");
  await userEvent.selectOptions(location(), "636");
  await waitFor(() => expect(reference().value).toBe(""));
});

test("with forced refresh every chosen option navigates at once", async () => {
  const { fetched } = setup({}, true);
  await userEvent.selectOptions(location(), "636");
  await settle();
  expect(fetched).toEqual(["/es/properties/?s_province=636&sort_by=price_low"]);
});

test("a chip names an active filter and links to the results without it", () => {
  setup();
  const chip = screen.getByRole("link", { name: "Remove Villas" });
  expect(chip.getAttribute("href")).toBe("/es/properties/?s_beds=3");
  expect(screen.getByRole("link", { name: "Clear all" }).getAttribute("href")).toBe(
    "/es/properties/",
  );
});

test("the advanced filters are open when one of them is active", () => {
  setup({ advanced: true });
  expect(document.querySelector("details")?.open).toBe(true);
});

const expectToast = (text: string) =>
  waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));

const fakeLookup = (status: number, body: unknown) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );

test("a known reference navigates to its property", async () => {
  fakeLookup(200, { success: true, data: { type: "properties", name: "villa-alborada" } });
  const { fetched } = setup();
  type(" zr7p ");
  await search();
  await waitFor(() => expect(fetched).toEqual(["/es/properties/villa-alborada/"]));
  expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe("/es/lookup?reference=zr7p&type=properties");
});

test.each([
  ["success false", 200, { success: false, data: null }],
  ["a 404", 404, { success: false, data: "not found" }],
])("an unknown reference (%s) shows a toast and clears the field", async (_, status, body) => {
  fakeLookup(status, body);
  const { fetched } = setup();
  type("nothing");
  await search();
  await expectToast("Property not found! Try another reference");
  expect([reference().value, fetched]).toEqual(["", []]);
});

test("an option that is chosen during a lookup cancels it", async () => {
  let answer = (_: Response) => {};
  const response = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", () => response);
  const { fetched } = setup();
  type("ZRE1041P");
  await search();
  await userEvent.selectOptions(location(), "636");
  answer(new Response(JSON.stringify({ success: true, data: { link: "/es/properties/villa/" } })));
  await settle();
  expect(fetched).not.toContain("/es/properties/villa/");
});

test("a failed lookup shows a toast and keeps the text", async () => {
  fakeLookup(503, {});
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  setup();
  type("ZR7P");
  await search();
  await expectToast("We could not look up the reference. Please try again.");
  expect(reference().value).toBe("ZR7P");
  expect(log).toHaveBeenCalled();
});

const prices: SearchPanelData["fields"] = ["price_from", "price_to"].map((name) => ({
  name,
  label: name,
  any: "Any",
  value: "",
  options: ["100000", "200000", "300000"].map((value) => ({ value, label: value })),
}));

const enabled = (name: string) =>
  [...screen.getByRole<HTMLSelectElement>("combobox", { name }).options]
    .filter((option) => !option.disabled)
    .map((option) => option.value);

test("the maximum price is never below the minimum", async () => {
  setup({ fields: prices });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "price_from" }), "200000");
  expect(enabled("price_to")).toEqual(["", "200000", "300000"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "price_to" }), "200000");
  expect(enabled("price_from")).toEqual(["", "100000", "200000"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "price_from" }), "");
  expect(enabled("price_to")).toEqual(["", "100000", "200000", "300000"]);
});

test("the active filters are the values of the form", () => {
  setup({ fields: prices.map((field) => ({ ...field, value: "200000" })) });
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "price_to" }).value).toBe(
    "200000",
  );
});

const similar = {
  reference: "ZRE1041P",
  title: "Villa Cenit",
  link: "/es/properties/villa-cenit/",
};

test("a misspelt reference shows links to similar ones", async () => {
  fakeLookup(200, { success: false, data: "not found", near: [similar] });
  const { fetched } = setup();
  type("ZRE1O41P");
  await search();
  const link = await screen.findByRole("link", { name: "ZRE1041P · Villa Cenit", hidden: true });
  expect([link.getAttribute("href"), reference().value, fetched]).toEqual([similar.link, "", []]);
});

test.each(["1041", "zre1041", "ZRE-1041"])("Enter takes the only match of %s", async (typed) => {
  fakeLookup(200, { success: false, data: "not found", near: [similar] });
  const { fetched } = setup({ advanced: true });
  await userEvent.type(reference(), `${typed}{Enter}`);
  await waitFor(() => expect(fetched).toEqual([similar.link]));
});

test("Enter takes none of several matches", async () => {
  fakeLookup(200, {
    success: false,
    near: [similar, { ...similar, reference: "ZRE1042P", link: "/b/" }],
  });
  const { fetched } = setup({ advanced: true });
  await userEvent.type(reference(), "zre104{Enter}");
  await expectToast("Property not found! Try another reference");
  expect(fetched).toEqual([]);
});

test("while typing, similar references and the text itself are options", async () => {
  fakeLookup(200, { success: false, data: "not found", near: [similar] });
  const { fetched } = setup({ advanced: true });
  await userEvent.type(reference(), "zre1o41p");
  await screen.findByRole("option", { name: "ZRE1041P · Villa Cenit" });
  expect(
    screen
      .getAllByRole("option")
      .filter((o) => o.closest("[role=listbox]"))
      .map((o) => o.textContent),
  ).toEqual(["ZRE1041P · Villa Cenit", "Search for Ref. zre1o41p"]);
  await userEvent.keyboard("{ArrowDown}");
  expect(reference().getAttribute("aria-activedescendant")).toBe(
    screen.getByRole("option", { name: "ZRE1041P · Villa Cenit" }).id,
  );
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(fetched).toEqual([similar.link]));
});

test("Escape closes the options and keeps the text", async () => {
  fakeLookup(200, { success: false });
  setup({ advanced: true });
  await userEvent.type(reference(), "zr");
  expect(screen.getByRole("option", { name: "Search for Ref. zr" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("option", { name: "Search for Ref. zr" })).toBeNull();
  expect(reference().value).toBe("zr");
});

test.each([
  ["something new", "zre9", true],
  ["a known reference in another case", " zre1041p ", false],
  ["a known label", "ZRE1041P · VILLA CENIT", false],
  ["nothing", "  ", false],
])('%s: "%s" is a new reference: %s', (_, typed, want) => {
  expect(isNewReference(typed, [similar])).toBe(want);
});
