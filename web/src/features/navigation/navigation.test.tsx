import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { navigationHarness } from "../../test/navigation-harness.tsx";
import { sampleView } from "../../test/sample-view.ts";
import { useLinkedView } from "./navigation.ts";

const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));

test("loads the view of another link without a navigation, once", async () => {
  const { Provider, fetched, rendered, stop } = navigationHarness();
  const { result } = renderHook(() => useLinkedView("/favorites/?ids=1"), { wrapper: Provider });
  expect([result.current.loading, result.current.view]).toEqual([true, undefined]);
  await settled();
  expect([result.current.loading, result.current.view?.link]).toEqual([false, "/favorites/?ids=1"]);
  expect([fetched, rendered]).toEqual([["/favorites/?ids=1"], []]);
  stop();
});

test("keeps the last view while the next one loads", async () => {
  const { Provider, stop } = navigationHarness();
  const { result, rerender } = renderHook(({ link }) => useLinkedView(link), {
    wrapper: Provider,
    initialProps: { link: "/a/" as string | undefined },
  });
  await settled();
  rerender({ link: "/b/" });
  expect([result.current.loading, result.current.view?.link]).toEqual([true, "/a/"]);
  await settled();
  expect(result.current.view?.link).toBe("/b/");
  rerender({ link: undefined });
  expect([result.current.loading, result.current.view]).toEqual([false, undefined]);
  stop();
});

test("reports a failure, and a retry fetches again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { ViewResponseError } = await import("../../app/fetch-view.ts");
  let down = true;
  const { Provider, stop } = navigationHarness({
    answer: async (link) => {
      if (down) throw new ViewResponseError(502);
      return { view: sampleView(link) };
    },
  });
  const { result } = renderHook(() => useLinkedView("/a/"), { wrapper: Provider });
  await settled();
  expect([result.current.failed, result.current.loading]).toEqual([true, false]);
  down = false;
  act(() => result.current.retry());
  await settled();
  expect([result.current.failed, result.current.view?.link]).toEqual([false, "/a/"]);
  stop();
});
