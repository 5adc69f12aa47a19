import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { useMediaQuery } from "./use-media-query.ts";

afterEach(() => vi.unstubAllGlobals());

const Form = () => <p>{useMediaQuery("(width < 1024px)") ? "narrow" : "wide"}</p>;

test("on a phone the form changes in a task of its own, not in the one that ends hydration", async () => {
  const container = document.createElement("div");
  const endOfTask = vi.fn();
  const Page = () => {
    // Renders that React adds to the task of the effects come before its microtasks.
    useEffect(() => queueMicrotask(() => endOfTask(container.textContent)), []);
    return <Form />;
  };
  container.innerHTML = renderToString(<Page />);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(width < 1024px)",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  // Outside act, React works in tasks of its own, as in the browser.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const onRecoverableError = vi.fn();
  startTransition(() => void hydrateRoot(container, <Page />, { onRecoverableError }));
  await vi.waitFor(() => expect(container.textContent).toBe("narrow"));
  expect(endOfTask.mock.calls).toEqual([["wide"]]);
  expect(onRecoverableError).not.toHaveBeenCalled();
});
