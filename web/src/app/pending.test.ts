import { afterEach, expect, test } from "vitest";
import { createStore } from "../lib/store.ts";
import { clearWaited, watchPending } from "./pending.ts";

const root = document.documentElement;
let stop = () => {};
afterEach(() => stop());

test("the title is the loading title while a view loads, and is restored afterwards", () => {
  const pending = createStore(false);
  document.title = "Blog - Zero";
  stop = watchPending(pending, "Loading - Zero");
  pending.set(true);
  expect([document.title, "pending" in root.dataset]).toEqual(["Loading - Zero", true]);
  pending.set(false);
  expect([document.title, "pending" in root.dataset]).toEqual(["Blog - Zero", false]);
});

test("data-waited is set from pending until clearWaited", async () => {
  const pending = createStore(false);
  stop = watchPending(pending, "Loading - Zero");
  pending.set(true);
  pending.set(false);
  expect("waited" in root.dataset).toBe(true);
  clearWaited();
  await expect.poll(() => "waited" in root.dataset).toBe(false);
});
