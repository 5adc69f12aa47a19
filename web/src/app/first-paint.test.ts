import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterFirstPaint } from "./first-paint.ts";

const start = vi.fn();
const picture = (complete: boolean) => {
  const img = document.createElement("img");
  img.setAttribute("fetchpriority", "high");
  Object.defineProperty(img, "complete", { value: complete });
  return img;
};
const showPage = (...children: Element[]) => {
  document.body.innerHTML = '<div id="root"><main></main></div>';
  document.querySelector("main")?.append(...children);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "requestAnimationFrame"] });
  start.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fakes largest-contentful-paint entries; the result adds the entry of an element. */
function fakePaints() {
  let notify: ((element: Element) => void) | undefined;
  class Observer {
    static supportedEntryTypes = ["largest-contentful-paint"];
    constructor(callback: (list: { getEntries: () => unknown[] }, self: Observer) => void) {
      notify = (element) => callback({ getEntries: () => [{ element }] }, this);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("PerformanceObserver", Observer);
  return (element: Element) => notify?.(element);
}

test("a page that the server did not render starts at once", () => {
  document.body.innerHTML = '<div id="root"></div>';
  afterFirstPaint(document, start);
  expect(start).toHaveBeenCalledTimes(1);
});

test("a page whose pictures have loaded starts after their paint", async () => {
  showPage(picture(true));
  afterFirstPaint(document, start);
  expect(start).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(50);
  expect(start).toHaveBeenCalledTimes(1);
});

test("it waits for a picture that loads, and not for one that fails", async () => {
  const [late, broken] = [picture(false), picture(false)];
  showPage(late, broken);
  afterFirstPaint(document, start);
  late.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(50);
  expect(start).not.toHaveBeenCalled();
  broken.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(50);
  expect(start).toHaveBeenCalledTimes(1);
});

test("it waits for the paint entry of the picture, not for that of the text", async () => {
  const paint = fakePaints();
  const shown = picture(true);
  showPage(shown);
  afterFirstPaint(document, start);
  await vi.advanceTimersByTimeAsync(100);
  paint(document.body);
  await vi.advanceTimersByTimeAsync(100);
  expect(start).not.toHaveBeenCalled();
  paint(shown);
  await vi.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledTimes(1);
});

test("without a paint entry it starts after 300 ms", async () => {
  fakePaints();
  showPage(picture(true));
  afterFirstPaint(document, start);
  await vi.advanceTimersByTimeAsync(300);
  expect(start).toHaveBeenCalledTimes(1);
});

test("it starts after 2500 ms, whatever has loaded", async () => {
  showPage(picture(false));
  afterFirstPaint(document, start);
  await vi.advanceTimersByTimeAsync(2500);
  expect(start).toHaveBeenCalledTimes(1);
});

test("an interaction starts at once, and only once", async () => {
  showPage(picture(false));
  afterFirstPaint(document, start);
  document.dispatchEvent(new Event("keydown"));
  document.dispatchEvent(new Event("pointerover"));
  expect(start).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(start).toHaveBeenCalledTimes(1);
});
