import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { IframeSection } from "../../generated/view.ts";
import { click } from "../../test/events.ts";
import { withTranslations } from "../../test/translations.tsx";
import Iframe from "./iframe.tsx";

const setup = (changes: Partial<IframeSection> = {}) =>
  render(
    <Iframe
      section={{
        kind: "iframe",
        title: "The way",
        href: "https://maps.example.test/a",
        host: "maps.example.test",
        ratio: "16 / 9",
        ...changes,
      }}
    />,
    { wrapper: withTranslations("en") },
  );

const frame = () => document.querySelector("iframe");

test("nothing loads before a click, and the note names the third party", () => {
  setup();
  expect(frame()).toBeNull();
  expect(screen.getByText("This loads content from maps.example.test")).toBeTruthy();
});

test("a click loads the page with title and focus, and keeps a link to it", async () => {
  setup();
  await userEvent.click(screen.getByRole("link", { name: "Show here" }));
  expect(frame()?.getAttribute("src")).toBe("https://maps.example.test/a");
  expect(frame()?.title).toBe("The way");
  expect(document.activeElement).toBe(frame());
  expect(screen.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")).toBe(
    "https://maps.example.test/a",
  );
});

test("a host that is not allowed in a frame is a link", () => {
  setup({ away: true });
  const link = screen.getByRole("link", { name: "Open in a new tab" });
  expect(link.getAttribute("target")).toBe("_blank");
  expect(click(link)).toBe(false);
  expect(frame()).toBeNull();
});
