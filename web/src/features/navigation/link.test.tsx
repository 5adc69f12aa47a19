import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { settle } from "../../test/events.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { closeMenu, isMenuOpen, openMenu } from "../menu/menu.ts";
import { Link } from "./link.tsx";

test("a plain click closes the mobile menu", async () => {
  const { Provider, stop } = navigationHarness();
  openMenu();
  render(<Link link="/blog/">Blog</Link>, { wrapper: Provider });
  await userEvent.click(screen.getByRole("link", { name: "Blog" }));
  expect(isMenuOpen()).toBe(false);
  closeMenu();
  stop();
});

test("Enter follows a link as a click does", async () => {
  const { Provider, fetched, stop } = navigationHarness();
  render(<Link link="/blog/">Blog</Link>, { wrapper: Provider });
  screen.getByRole("link", { name: "Blog" }).focus();
  await userEvent.keyboard("{Enter}");
  await settle();
  expect(fetched).toEqual(["/blog/"]);
  stop();
});

test("scroll false keeps the scroll position", async () => {
  const { Provider, rendered, stop } = navigationHarness();
  render(
    <Link link="/blog/" scroll={false}>
      Blog
    </Link>,
    { wrapper: Provider },
  );
  await userEvent.click(screen.getByRole("link"));
  await settle();
  expect(rendered.at(-1)?.scrollTarget.scroll).toBe(false);
  stop();
});

test.each([undefined, null, 7, ""])("a link of %s logs a warning and still renders", (link) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  render(<Link link={link as string}>Text</Link>);
  expect(warn).toHaveBeenCalledWith("link prop is required and must be a string");
  expect(screen.getByText("Text").hasAttribute("href")).toBe(false);
});

test("other attributes pass through, and the target is _self unless given", () => {
  render(
    <Link link="/es/" lang="es" hrefLang="es" className="chip" aria-current="page">
      Español
    </Link>,
  );
  const anchor = screen.getByRole("link", { name: "Español" });
  expect(anchor.outerHTML).toContain('lang="es" hreflang="es" class="chip" aria-current="page"');
  expect(anchor.getAttribute("target")).toBe("_self");
});
