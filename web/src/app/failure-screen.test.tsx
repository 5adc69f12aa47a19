import { act, render, screen } from "@testing-library/react";

import { expect, test, vi } from "vitest";
import { timing } from "../lib/timing.ts";
import { navigationHarness } from "../test/navigation-harness.tsx";
import { withTranslations } from "../test/translations.tsx";
import { FailureScreen } from "./failure-screen.tsx";

// Specification §2.5.2: no view is rendered, so the loading screen stands while one is fetched.
test.each([
  ["en", "Try again", "Loading - Costa"],
  ["es", "Volver a intentarlo", "Cargando - Costa"],
] as const)("a retry shows the loading screen (%s)", async (lang, retry, loading) => {
  vi.useFakeTimers();
  const harness = navigationHarness({ answer: () => new Promise(() => {}) });
  const Translations = withTranslations(lang);
  render(
    <Translations>
      <harness.Provider>
        <FailureScreen
          failure={{ link: "/blog/", reason: "server" }}
          retry={() => harness.router.navigate("/blog/")}
          phone={undefined}
          loading={loading}
        />
      </harness.Provider>
    </Translations>,
  );
  expect(screen.queryByRole("status")).toBeNull();
  act(() => screen.getByRole("button", { name: retry }).click());
  await act(() => vi.advanceTimersByTimeAsync(timing.pendingDelay));
  expect(screen.getByRole("status").textContent).toBe(loading);
  expect(screen.queryByRole("heading")).toBeNull();
  harness.stop();
  vi.useRealTimers();
});
