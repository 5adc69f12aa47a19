import type { Analytics } from "../../generated/view.ts";
import { loadScript } from "../../lib/load-script.ts";
import { gtag } from "./gtag.ts";
import { matomo } from "./matomo.ts";

/** What is told to the agency's analytics. Everything said before its script is there waits for it. */
export type Counter = {
  page(link: string, title: string): void;
  event(name: string, category: string): void;
};

const services: Record<
  Analytics["service"],
  (settings: Analytics) => Counter & { script: string }
> = { gtag, matomo };

/** Begins to count visits; call it after consent only. */
export function startCounting(settings: Analytics): Counter {
  const { script, ...counter } = services[settings.service](settings);
  loadScript(script).catch(() => {}); // a blocker keeps it away, which is the visitor's right
  return counter;
}
