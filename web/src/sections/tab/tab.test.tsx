import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { withTranslations } from "../../test/translations.tsx";
import Tab from "./tab.tsx";

const tabs = ["search", "papers", "signing"].map((id) => ({
  id,
  title: `The ${id}`,
  html: `<p>About ${id}</p>`,
}));

const setup = () =>
  render(<Tab section={{ kind: "tab", title: "Step by step", tabs }} />, {
    wrapper: withTranslations("en"),
  });

const selected = () => screen.getByRole("tab", { selected: true }).textContent;

beforeEach(() => window.history.replaceState(null, "", "/buy/"));

test("each tab labels its panel, and one panel is visible", () => {
  setup();
  expect(screen.getByRole("tablist", { name: "Step by step" })).toBeTruthy();
  const panel = screen.getByRole("tabpanel", { name: "The papers" });
  expect(panel.id).toBe("papers");
  expect(panel.dataset.off).toBe("");
  expect(screen.getByRole("tabpanel", { name: "The search" }).dataset.off).toBeUndefined();
});

test("all texts are in the page, for visitors without scripts", () => {
  setup();
  for (const { id } of tabs) expect(screen.getByText(`About ${id}`)).toBeTruthy();
});

test("arrows, Home and End move selection and focus; the tab list is one tab stop", async () => {
  setup();
  await userEvent.tab();
  const steps: [string, string][] = [
    ["{ArrowRight}", "The papers"],
    ["{End}", "The signing"],
    ["{ArrowRight}", "The search"],
    ["{ArrowLeft}", "The signing"],
    ["{Home}", "The search"],
  ];
  for (const [key, want] of steps) {
    await userEvent.keyboard(key);
    expect([key, selected(), document.activeElement?.textContent]).toEqual([key, want, want]);
  }
  await userEvent.tab();
  expect(document.activeElement?.getAttribute("role")).toBe("tabpanel");
});

test("the hash of the address selects a tab", () => {
  window.history.replaceState(null, "", "/buy/#signing");
  setup();
  expect(selected()).toBe("The signing");
});

test("a hash change selects a tab; another hash does not", () => {
  setup();
  for (const [hash, want] of [
    ["#papers", "The papers"],
    ["#elsewhere", "The papers"],
  ]) {
    act(() => {
      window.history.replaceState(null, "", `/buy/${hash}`);
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    });
    expect(selected()).toBe(want);
  }
});

test("selecting a tab changes the hash without a history entry", async () => {
  setup();
  const steps = window.history.length;
  await userEvent.click(screen.getByRole("tab", { name: "The papers" }));
  expect(window.location.hash).toBe("#papers");
  expect(window.history.length).toBe(steps);
});
