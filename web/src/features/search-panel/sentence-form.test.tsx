import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CompletionResponse } from "../../generated/view.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { withTranslations } from "../../test/translations.tsx";
import { SentenceForm } from "./sentence-form.tsx";

const golden: CompletionResponse = {
  status: "2 suggestions.",
  label: "Suggestions",
  completions: [
    { line: "villa in Golden Mile", text: "Golden Mile", kind: "Location", count: "9 homes" },
    { line: "villa in golf views", text: "Golf views", kind: "Features", count: "1 home" },
  ],
};

let stop = () => {};
const requests: { url: string; signal: AbortSignal; answer: (body: CompletionResponse) => void }[] =
  [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((resolve) => {
      const answer = (body: CompletionResponse) => resolve({ ok: true, json: async () => body });
      requests.push({ url, signal, answer });
    });
  });
  // jsdom has no popovers.
  Object.assign(HTMLElement.prototype, { popover: null, showPopover() {}, hidePopover() {} });
});
afterEach(() => {
  cleanup();
  stop();
  vi.unstubAllGlobals();
  for (const name of ["popover", "showPopover", "hidePopover"])
    Reflect.deleteProperty(HTMLElement.prototype, name);
});

/** Renders the form; hydrated: as HTML of the server first, in which the field has the focus. */
function setup({ hydrated = false } = {}) {
  const harness = navigationHarness({ at: "/es/" });
  stop = harness.stop;
  const Translations = withTranslations("en");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Translations>
      <harness.Provider>{children}</harness.Provider>
    </Translations>
  );
  const container = document.body.appendChild(document.createElement("div"));
  const form = <SentenceForm action="/es/search/" />;
  if (hydrated) {
    container.innerHTML = renderToString(wrapper({ children: form }));
    container.querySelector("input")?.focus();
  }
  render(form, { wrapper, container, hydrate: hydrated });
  return { ...harness, user: userEvent.setup() };
}

/** Types a text and waits for its request. */
async function type(user: ReturnType<typeof userEvent.setup>, text: string) {
  const count = requests.length;
  await user.click(screen.getByLabelText("In your own words"));
  await screen.findByRole("combobox");
  await user.keyboard(text);
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(count));
  const request = requests.at(-1);
  if (!request) throw new Error("no request");
  return request;
}

const field = () => screen.getByRole<HTMLInputElement>("combobox");
const options = () =>
  screen.queryAllByRole("option", { hidden: true }).map((option) => option.textContent);
const selected = () =>
  document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;

test("a field that nobody uses is a plain text field", () => {
  setup();
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.getByRole("textbox")).toBeDefined();
});

test("a field that had the focus before the scripts were loaded becomes a combobox", async () => {
  setup({ hydrated: true });
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  await screen.findByRole("combobox");
});

test("suggestions are announced and the keys choose one", async () => {
  const { user } = setup();
  const request = await type(user, "villa in gol");
  expect(request.url).toBe("/_suggest/es/search/?q=villa+in+gol");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  request.answer(golden);
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("2 suggestions."));
  expect(field().getAttribute("aria-expanded")).toBe("true");
  expect(options()).toEqual(["Golden Mile Location 9 homes", "Golf views Features 1 home"]);
  expect(selected()).toBeUndefined();

  await user.keyboard("{ArrowDown}");
  expect(selected()).toContain("Golden Mile");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(selected()).toContain("Golf views");
  await user.keyboard("{Home}");
  expect(selected()).toBeUndefined();
  await user.keyboard("{ArrowDown}{End}");
  expect(selected()).toBeUndefined();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field().value).toBe("villa in Golden Mile");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(field());
});

test("Escape closes the list and Enter without an option submits the line", async () => {
  const { user, fetched } = setup();
  (await type(user, "villa in gol")).answer(golden);
  await vi.waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard("{ArrowDown}{Escape}");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(field().value).toBe("villa in gol");
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(fetched).toEqual(["/es/search/?q=villa+in+gol"]));
});

test("a press on an option completes the line", async () => {
  const { user } = setup();
  (await type(user, "villa in gol")).answer(golden);
  const option = await screen.findByText("Golf views");
  expect(fireEvent.pointerDown(option)).toBe(false); // the field keeps the focus
  fireEvent.click(option);
  expect(field().value).toBe("villa in golf views");
});

test("a new text aborts the request of the last one", async () => {
  const { user } = setup();
  const first = await type(user, "villa in gol");
  const second = await type(user, "d");
  expect(first.signal.aborted).toBe(true);
  second.answer(golden);
  await vi.waitFor(() => expect(options()).toHaveLength(2));
  first.answer({ ...golden, status: "late", completions: [] });
  await user.keyboard("e"); // only what completes the longer text stays
  expect(options()).toEqual(["Golden Mile Location 9 homes"]);
  expect(second.signal.aborted).toBe(true);
});
