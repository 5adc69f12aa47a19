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

const chosen = () => screen.getByRole("tab", { selected: true }).textContent;

beforeEach(() => window.history.replaceState(null, "", "/buy/"));

test("each tab names its panel, and one panel is on", () => {
  setup();
  expect(screen.getByRole("tablist", { name: "Step by step" })).toBeTruthy();
  const panel = screen.getByRole("tabpanel", { name: "The papers" });
  expect(panel.id).toBe("papers");
  expect(panel.dataset.off).toBe("");
  expect(screen.getByRole("tabpanel", { name: "The search" }).dataset.off).toBeUndefined();
});

test("all texts are in the page, for those without a script", () => {
  setup();
  for (const { id } of tabs) expect(screen.getByText(`About ${id}`)).toBeTruthy();
});

test("arrows, Home and End move the choice and the focus; the row is one stop for Tab", async () => {
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
    expect([key, chosen(), document.activeElement?.textContent]).toEqual([key, want, want]);
  }
  await userEvent.tab();
  expect(document.activeElement?.getAttribute("role")).toBe("tabpanel");
});

test("a link to a tab opens it", () => {
  window.history.replaceState(null, "", "/buy/#signing");
  setup();
  expect(chosen()).toBe("The signing");
});

test("an anchor on the page opens it too, and one of another part does not", () => {
  setup();
  for (const [hash, want] of [
    ["#papers", "The papers"],
    ["#elsewhere", "The papers"],
  ]) {
    act(() => {
      window.history.replaceState(null, "", `/buy/${hash}`);
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    });
    expect(chosen()).toBe(want);
  }
});

test("choosing makes an address to share, and no step in the history", async () => {
  setup();
  const steps = window.history.length;
  await userEvent.click(screen.getByRole("tab", { name: "The papers" }));
  expect(window.location.hash).toBe("#papers");
  expect(window.history.length).toBe(steps);
});
