import { expect, test, vi } from "vitest";
import { repeatEarlyClick } from "./early-click.ts";

function page(html: string): HTMLElement {
  document.body.innerHTML = html;
  const first = document.querySelector<HTMLElement>("button, a");
  if (!first) throw new Error("the page has nothing to click");
  repeatEarlyClick(document);
  return first;
}

/** Hydrates the page: from here on a click on element is handled. */
function hydrate(element: HTMLElement) {
  const handle = vi.fn();
  document.dispatchEvent(new Event("estate:started"));
  element.addEventListener("click", handle);
  return { handle, finish: () => document.dispatchEvent(new Event("estate:hydrated")) };
}

test("a click on a button before hydration is repeated once", () => {
  const button = page(`<button type="button"><span>Filters</span></button>`);
  button.querySelector("span")?.click();
  const { handle, finish } = hydrate(button);
  finish();
  expect(handle).toHaveBeenCalledOnce();
});

test("only the last click counts", () => {
  const button = page(`<button type="button">Filters</button><p>Text</p>`);
  button.click();
  document.querySelector("p")?.click();
  const { handle, finish } = hydrate(button);
  finish();
  expect(handle).not.toHaveBeenCalled();
});

test.each([
  ["a submit button", `<form onsubmit="return false"><button>Search</button></form>`],
  ["a link", `<a href="#top">Top</a>`],
])("%s needs no script and is not repeated", (_, html) => {
  const element = page(html);
  element.click();
  const { handle, finish } = hydrate(element);
  finish();
  expect(handle).not.toHaveBeenCalled();
});

test("a click that the script has handled is not repeated", () => {
  const button = page(`<button type="button">Filters</button>`);
  const { handle, finish } = hydrate(button);
  button.click();
  finish();
  expect(handle).toHaveBeenCalledOnce();
});
