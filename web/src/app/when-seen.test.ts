import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenSeen } from "./when-seen.ts";

const begin = vi.fn();
const picture = (complete: boolean) => {
  const img = document.createElement("img");
  img.setAttribute("fetchpriority", "high");
  Object.defineProperty(img, "complete", { value: complete });
  return img;
};
const draw = (...children: Element[]) => {
  document.body.innerHTML = '<div id="root"><main></main></div>';
  document.querySelector("main")?.append(...children);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "requestAnimationFrame"] });
  begin.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser that tells what it has painted; the answer paints an element. */
function telling() {
  let heard: ((element: Element) => void) | undefined;
  class Observer {
    static supportedEntryTypes = ["largest-contentful-paint"];
    constructor(tell: (list: { getEntries: () => unknown[] }, self: Observer) => void) {
      heard = (element) => tell({ getEntries: () => [{ element }] }, this);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("PerformanceObserver", Observer);
  return (element: Element) => heard?.(element);
}

test("a page that the server could not draw begins at once", () => {
  document.body.innerHTML = '<div id="root"></div>';
  whenSeen(document, begin);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("a page whose pictures are there begins after they were painted", async () => {
  draw(picture(true));
  whenSeen(document, begin);
  expect(begin).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(50);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("a picture that comes late is waited for, a broken one not for ever", async () => {
  const [late, broken] = [picture(false), picture(false)];
  draw(late, broken);
  whenSeen(document, begin);
  late.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(50);
  expect(begin).not.toHaveBeenCalled();
  broken.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(50);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("a browser that tells its paints is believed: words come before the picture", async () => {
  const paint = telling();
  const shown = picture(true);
  draw(shown);
  whenSeen(document, begin);
  await vi.advanceTimersByTimeAsync(100);
  paint(document.body);
  await vi.advanceTimersByTimeAsync(100);
  expect(begin).not.toHaveBeenCalled();
  paint(shown);
  await vi.advanceTimersByTimeAsync(0);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("a picture that is never told of is not waited for long", async () => {
  telling();
  draw(picture(true));
  whenSeen(document, begin);
  await vi.advanceTimersByTimeAsync(300);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("patience ends on a slow line", async () => {
  draw(picture(false));
  whenSeen(document, begin);
  await vi.advanceTimersByTimeAsync(2500);
  expect(begin).toHaveBeenCalledTimes(1);
});

test("a gesture begins at once, and only once", async () => {
  draw(picture(false));
  whenSeen(document, begin);
  document.dispatchEvent(new Event("keydown"));
  document.dispatchEvent(new Event("pointerover"));
  expect(begin).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(begin).toHaveBeenCalledTimes(1);
});
