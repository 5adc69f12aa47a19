import { expect, test, vi } from "vitest";
import { createInteractionQueue } from "./first-interaction.ts";

test("tasks wait for the first interaction and run at once afterwards", () => {
  const task = vi.fn();
  const onInteraction = createInteractionQueue();
  onInteraction(() => task("before"));
  expect(task).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("keydown"));
  expect(task.mock.calls).toEqual([["before"]]);
  onInteraction(() => task("after"));
  window.dispatchEvent(new Event("scroll"));
  expect(task.mock.calls).toEqual([["before"], ["after"]]);
});
