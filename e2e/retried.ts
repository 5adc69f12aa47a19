import { appendFileSync } from "node:fs";
import type { Reporter, Suite } from "@playwright/test/reporter";

/** Appends the journeys that passed at their retry to the file ESTATE_RETRIED, which make test prints at its end. */
export default class RetriedJourneys implements Reporter {
  private tests: Suite | undefined;

  onBegin(_config: unknown, tests: Suite): void {
    this.tests = tests;
  }

  onEnd(): void {
    const file = process.env.ESTATE_RETRIED;
    if (!file) return;
    for (const test of this.tests?.allTests() ?? [])
      if (test.outcome() === "flaky")
        appendFileSync(file, `${test.titlePath().slice(1).join(" › ")}\n`);
  }
}
