import { afterEach, expect, test } from "vitest";
import { createStore } from "../lib/store.ts";
import { shown, showPending } from "./pending.ts";

const root = document.documentElement;
let stop = () => {};
afterEach(() => stop());

test("while a page is on its way the title says so, and the one shown keeps its own", () => {
  const pending = createStore(false);
  document.title = "Blog - Zero";
  stop = showPending(pending, "Loading - Zero");
  pending.set(true);
  expect([document.title, "pending" in root.dataset]).toEqual(["Loading - Zero", true]);
  pending.set(false);
  expect([document.title, "pending" in root.dataset]).toEqual(["Blog - Zero", false]);
});

test("words are told to come slowly from the wait until they are drawn", async () => {
  const pending = createStore(false);
  stop = showPending(pending, "Loading - Zero");
  pending.set(true);
  pending.set(false);
  expect("waited" in root.dataset).toBe(true);
  shown();
  await expect.poll(() => "waited" in root.dataset).toBe(false);
});
