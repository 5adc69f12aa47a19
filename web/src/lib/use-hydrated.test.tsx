import { act, render } from "@testing-library/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { useHydrated } from "./use-hydrated.ts";

afterEach(() => vi.unstubAllGlobals());

/** A component that records what useHydrated returned in each of its renders. */
function recorder() {
  const seen: boolean[] = [];
  const Recorder = () => {
    const hydrated = useHydrated();
    seen.push(hydrated);
    return <p>{hydrated ? "browser" : "server"}</p>;
  };
  return { Recorder, seen };
}

test("the server's HTML is hydrated as it is, then the component renders for the browser", async () => {
  const { Recorder, seen } = recorder();
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Recorder />);
  expect(container.textContent).toBe("server");
  const onRecoverableError = vi.fn();
  await act(async () => {
    startTransition(() => void hydrateRoot(container, <Recorder />, { onRecoverableError }));
  });
  expect(seen).toEqual([false, false, true]);
  expect(container.textContent).toBe("browser");
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test("the second render is not part of the task in which hydration ends", async () => {
  const { Recorder } = recorder();
  const container = document.createElement("div");
  const endOfTask = vi.fn();
  const Page = () => {
    // Renders that React adds to the task of the effects come before its microtasks.
    useEffect(() => queueMicrotask(() => endOfTask(container.textContent)), []);
    return <Recorder />;
  };
  container.innerHTML = renderToString(<Page />);
  // Outside act, React works in tasks of its own, as in the browser.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  startTransition(() => void hydrateRoot(container, <Page />));
  await vi.waitFor(() => expect(container.textContent).toBe("browser"));
  expect(endOfTask.mock.calls).toEqual([["server"]]);
});

test("what the server did not render starts with the browser's values", () => {
  const { Recorder, seen } = recorder();
  render(<Recorder />);
  expect(seen).toEqual([true]);
});
