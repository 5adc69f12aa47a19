import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageErrorSection } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import PageError from "./page-error.tsx";

const section = (changes: Partial<PageErrorSection>): PageErrorSection => ({
  kind: "page-error",
  status: 404,
  link: "/properties/villa-gone/",
  cards: [
    {
      id: 1,
      kind: "properties",
      title: "Villa Azul",
      place: "Marbella",
      badges: [],
      facts: [],
      price: { text: "1 €" },
    },
  ],
  ...changes,
});

const setup = (changes: Partial<PageErrorSection>) =>
  render(<PageError section={section(changes)} />, { wrapper: withTranslations("en") });

test("a removed home says nothing of a bad link, and its similar homes come first", () => {
  const { container } = setup({ status: 410, similar: true });
  expect(container.textContent).not.toContain("404");
  expect(container.textContent).not.toContain("not possible to find");
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Similar homes");
  expect(container.firstElementChild?.tagName).toBe("SECTION");
});

test("a missing page has the words of the specification", () => {
  const { container } = setup({ status: 404 });
  expect(container.textContent).toContain("This is a 404 error");
  expect(container.textContent).toContain("/properties/villa-gone/");
});
