import { expect, test, vi } from "vitest";
import { awaitFirstGesture } from "./first-gesture.ts";

test("work waits for the first gesture and is done at once afterwards", () => {
  const work = vi.fn();
  const gesture = awaitFirstGesture();
  gesture(() => work("before"));
  expect(work).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("keydown"));
  expect(work.mock.calls).toEqual([["before"]]);
  gesture(() => work("after"));
  window.dispatchEvent(new Event("scroll"));
  expect(work.mock.calls).toEqual([["before"], ["after"]]);
});
