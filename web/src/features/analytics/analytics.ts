import type { Analytics } from "../../generated/view.ts";
import { loadScript } from "../../lib/load-script.ts";
import type { Counter, ScriptedCounter } from "./counter.ts";
import { gtag } from "./gtag.ts";
import { matomo } from "./matomo.ts";

const services: Record<Analytics["service"], (settings: Analytics) => ScriptedCounter> = {
  gtag,
  matomo,
};

/** Begins to count visits; call it after consent only. */
export function startCounting(settings: Analytics): Counter {
  const { script, ...counter } = services[settings.service](settings);
  loadScript(script).catch(() => {}); // a blocker keeps it away, which is the visitor's right
  return counter;
}
