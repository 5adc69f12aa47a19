import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { SavedSearches } from "../generated/api.ts";
import { fakeAPI, renderScreen, signIn } from "../test/fake-api.tsx";
import SavedSearchesScreen from "./saved-searches-screen.tsx";

beforeEach(() => {
  signIn("editor");
  history.replaceState(null, "", "/studio/saved-searches/");
});

const searches = (): SavedSearches["searches"] => [
  {
    id: "a1",
    mail: "ana@visitor.example",
    lang: "es",
    search: "Villa, Marbella",
    link: "/es/propiedades/?s_type=15",
    created: "2026-11-20T09:00:00Z",
    confirmed: true,
    mails: 3,
  },
  {
    id: "b2",
    mail: "ben@visitor.example",
    lang: "en",
    search: "Apartment, Estepona",
    link: "/properties/?s_type=3",
    created: "2026-11-21T09:00:00Z",
    confirmed: false,
    mails: 0,
  },
];

test("each search says who gets its mails; one is erased after a question", async () => {
  let stored = searches();
  const calls = fakeAPI({
    "GET saved-searches": () => ({ total: stored.length, page: 1, pages: 1, searches: stored }),
    "DELETE saved-searches/b2": () => {
      stored = stored.filter(({ id }) => id !== "b2");
      return {};
    },
  });
  renderScreen(<SavedSearchesScreen />);
  const link = await screen.findByRole("link", { name: "Villa, Marbella" });
  expect(link.getAttribute("href")).toBe("https://zero.example/es/propiedades/?s_type=15");
  const rows = within(screen.getByRole("list", { name: "Saved searches" })).getAllByRole(
    "listitem",
  );
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("ana@visitor.example"),
    expect.stringContaining("ben@visitor.example"),
  ]);
  fireEvent.click(within(rows[1] as HTMLElement).getByRole("button"));
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toContain("ben@visitor.example");
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(within(dialog).getAllByRole("button")[0] as HTMLElement);
  await screen.findByText("Villa, Marbella");
  await expect.poll(() => screen.queryByRole("link", { name: "Apartment, Estepona" })).toBeNull();
  expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "saved-searches/b2",
  ]);
});

test("an agency without saved searches reads why the list is empty", async () => {
  fakeAPI({ "GET saved-searches": { total: 0, page: 1, pages: 1, searches: [] } });
  renderScreen(<SavedSearchesScreen />);
  await screen.findByText(/Nobody/);
});
