import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { LanguageChoice } from "../generated/view.ts";
import { withTranslations } from "../test/translations.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";

const languages: LanguageChoice[] = [
  { lang: "en", name: "English", href: "/about/", current: true },
  { lang: "es", name: "Español", href: "/es/nosotros/", current: false },
];

function setup(choices = languages) {
  render(
    <>
      <LanguageSwitcher languages={choices} />
      <button type="button">Outside</button>
    </>,
    { wrapper: withTranslations("en") },
  );
  return document.querySelector("details");
}

test("each language is named in itself and links to the translation", () => {
  setup();
  const links = screen.getAllByRole("link", { hidden: true });
  expect(
    links.map((link) => ["lang", "hreflang", "href"].map((name) => link.getAttribute(name))),
  ).toEqual([
    ["en", "en", "/about/"],
    ["es", "es", "/es/nosotros/"],
  ]);
  expect(screen.getByText("Language: English")).toBeTruthy();
});

test("the current language is marked", () => {
  setup();
  expect(screen.getByRole("link", { current: true, hidden: true }).textContent).toBe("English");
});

test("Escape closes the list and restores the focus", async () => {
  const details = setup();
  if (details) details.open = true;
  screen.getByRole("link", { name: "Español" }).focus();
  await userEvent.keyboard("{Escape}");
  expect(details?.open).toBe(false);
  expect(document.activeElement?.tagName).toBe("SUMMARY");
});

test("a press outside closes the list", async () => {
  const details = setup();
  if (details) details.open = true;
  await userEvent.click(screen.getByRole("button", { name: "Outside" }));
  expect(details?.open).toBe(false);
});

test("with one language it renders nothing", () => {
  expect(setup(languages.slice(0, 1))).toBeNull();
});
