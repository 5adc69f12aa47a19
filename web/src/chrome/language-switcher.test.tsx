import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { LanguageChoice } from "../generated/view.ts";
import { withTranslations } from "../test/translations.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";

const languages: LanguageChoice[] = [
  { lang: "en", name: "English", href: "/about/", current: true },
  {
    lang: "es",
    name: "Español",
    href: "/es/nosotros/",
    current: false,
    hint: "Ver en español",
  },
];

beforeEach(() => localStorage.clear());

const speaks = (...tags: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);

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

test("a browser in another language of the site gets a line that leads to the same page", async () => {
  speaks("ca", "es-ES", "en");
  setup();
  const hint = screen.getByRole("link", { name: "Ver en español" });
  expect(hint.getAttribute("href")).toBe("/es/nosotros/");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("link", { name: "Ver en español" })).toBeNull();
});

test("the line stays away after it was closed, for the language of the page and for others", async () => {
  for (const tags of [
    ["en-GB", "es"],
    ["de", "fr"],
  ]) {
    speaks(...tags);
    setup();
    expect(screen.queryByRole("link", { name: "Ver en español" })).toBeNull();
    document.body.innerHTML = "";
  }
  localStorage.setItem("language", "true");
  speaks("es");
  setup();
  expect(screen.queryByRole("link", { name: "Ver en español" })).toBeNull();
});
