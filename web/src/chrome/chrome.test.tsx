import { act, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { acceptCookies, declineCookies, reopenConsent } from "../features/consent/consent.ts";
import { sampleView } from "../test/sample-view.ts";
import { withTranslations } from "../test/translations.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { CookieBanner } from "./cookie-banner.tsx";
import { PageHeader } from "./page-header.tsx";
import { PropertyHeader } from "./property-header.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

const wrapper = withTranslations("en");

// Specification §2.6.3.
test("the header has menu button, favorites, logo, phone link and languages", () => {
  const view = sampleView("/about/");
  view.chrome.menu = [{ href: "/a/", text: "A" }];
  render(<SiteHeader view={view} />, { wrapper });
  expect(screen.getByRole("button", { name: "Open menu" })).toBeDefined();
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(expect.arrayContaining(["/favorites/", "/", "tel:+34600000000"]));
  expect(screen.getByText("Español")).toBeDefined();
});

// Specification §2.6.13.
test("the footer has phones, e-mail addresses, postal address, copyright and legal links", () => {
  const view = sampleView("/about/");
  view.chrome.phones.push({ href: "tel:+34952000000", text: "+34 952 000 000" });
  view.chrome.mails.push({ href: "mailto:b@example.test", text: "b@example.test" });
  view.chrome.legal = ["/legal/", "/legal/cookie-policy/", "/privacy-policy/"].map((href) => ({
    href,
    text: href,
  }));
  view.chrome.legalNote = "Licence 12";
  render(<SiteFooter view={view} />, { wrapper });
  const footer = screen.getByRole("contentinfo");
  const links = within(footer).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/",
    "tel:+34600000000",
    "tel:+34952000000",
    "mailto:info@example.test",
    "mailto:b@example.test",
    "/legal/",
    "/legal/cookie-policy/",
    "/privacy-policy/",
  ]);
  expect(footer.textContent).toContain("Marbella");
  expect(footer.textContent).toContain("© Zero Real Estate");
  expect(footer.textContent).toContain("Licence 12");
});

// Specification §5.9 and §9.8.2.
test("the cookie banner has the three prescribed strings on two buttons", () => {
  render(<CookieBanner />, { wrapper });
  act(reopenConsent);
  const names = screen.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual(["I decline", "Allow All I understand"]);
  expect(screen.getByText(/clicking 'Allow All' you agree/)).toBeDefined();
});

// Specification §2.6.12.
test("a breadcrumb is a text with a link or a text alone", () => {
  render(<Breadcrumbs steps={[{ href: "/", text: "Home" }, { text: "Here" }]} />, { wrapper });
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(screen.getByText("Here").closest("a")).toBeNull();
});

// Specification §2.6.8.
test("a header can have the title alone", () => {
  render(<PageHeader view={sampleView("/about/")} />, { wrapper });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Heading of /about/");
  expect(screen.queryByRole("img")).toBeNull();
});

// Specification §2.6.9, §2.6.10.
test("the property header has title, gallery, video, favorite and print", () => {
  const view = sampleView("/properties/villa/", {
    header: { type: "single", title: "Villa Almenara" },
    content: [],
  });
  const tools = {
    id: 1001,
    kind: "properties" as const,
    pictures: 12,
    video: true,
    brochure: "/villa.pdf",
  };
  render(<PropertyHeader view={view} tools={tools} />, { wrapper });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Villa Almenara");
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["#gallery", "#video", "/villa.pdf"]);
  expect(screen.getByRole("link", { name: /Print/ }).getAttribute("target")).toBe("_blank");
  expect(screen.getByRole("button", { pressed: false })).toBeDefined();
});

// Specification §2.6.16 and decision 12.2.
test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
])(
  "with consent %s and the setting %s the invitation to sell shows: %s",
  (consent, always, shown) => {
    (consent ? acceptCookies : declineCookies)();
    const view = sampleView("/about/");
    view.chrome.sell = { href: "/sell/", text: "Sell your property", always };
    render(<SiteFooter view={view} />, { wrapper });
    expect(screen.queryByRole("complementary") !== null).toBe(shown);
  },
);

afterEach(declineCookies);
