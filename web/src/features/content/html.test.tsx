import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { click, settle } from "../../test/events.ts";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { withTranslations } from "../../test/translations.tsx";
import { Html } from "./html.tsx";

const frame = `<figure class="frame"><iframe data-src="https://www.youtube-nocookie.com/embed/x"
  style="visibility: hidden" title="BackgroundVideo"></iframe></figure>`;

test("links inside navigate without a page load", async () => {
  const { Provider, fetched, stop } = navigationHarness();
  render(<Html html='<p><a href="/blog/"><b>Blog</b></a></p>' />, { wrapper: Provider });
  await userEvent.click(screen.getByText("Blog"));
  await settle();
  expect(fetched).toEqual(["/blog/"]);
  stop();
});

test.each([
  ["an in-page anchor", '<a href="#part">x</a>', {}],
  ["another site", '<a href="https://partner.example.org/">x</a>', {}],
  ["a new tab", '<a href="/blog/" target="_blank">x</a>', {}],
  ["a file", '<a href="/media/plan.pdf" download>x</a>', {}],
  ["a click with ctrl", '<a href="/blog/">x</a>', { ctrlKey: true }],
])("the browser handles %s", async (_, html, init) => {
  const { Provider, fetched, stop } = navigationHarness();
  render(<Html html={html} />, { wrapper: Provider });
  expect(click(screen.getByText("x"), init)).toBe(false);
  await settle();
  expect(fetched).toEqual([]);
  stop();
});

test("new markup replaces the links of the old one", async () => {
  const { Provider, fetched, stop } = navigationHarness();
  const { rerender } = render(<Html html='<a href="/a/">x</a>' />, { wrapper: Provider });
  rerender(<Html html='<a href="/b/">x</a>' />);
  await userEvent.click(screen.getByText("x"));
  await settle();
  expect(fetched).toEqual(["/b/"]);
  stop();
});

test("a third-party frame loads only after a click on its button", async () => {
  const { container } = render(<Html html={frame} />, { wrapper: withTranslations("es") });
  const iframe = container.querySelector("iframe");
  expect(iframe?.hasAttribute("src")).toBe(false);
  await userEvent.click(
    screen.getByRole("button", { name: "Mostrar el contenido de youtube-nocookie.com" }),
  );
  expect(iframe?.getAttribute("src")).toBe("https://www.youtube-nocookie.com/embed/x");
  expect(iframe?.style.visibility).toBe("");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a rerender neither duplicates the button nor resets the frame", async () => {
  const { rerender, container } = render(<Html html={frame} className="a" />, {
    wrapper: withTranslations("en"),
  });
  rerender(<Html html={frame} className="b" />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await act(() => userEvent.click(screen.getByRole("button")));
  rerender(<Html html={frame} className="c" />);
  expect(container.querySelector("iframe")?.hasAttribute("src")).toBe(true);
});
