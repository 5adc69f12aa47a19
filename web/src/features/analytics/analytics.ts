import type { Analytics } from "../../generated/view.ts";
import { loadScript } from "../../lib/load-script.ts";
import { gtag } from "./gtag.ts";
import { matomo } from "./matomo.ts";
import type { ScriptTracker, Tracker } from "./tracker.ts";

const services: Record<Analytics["service"], (settings: Analytics) => ScriptTracker> = {
  gtag,
  matomo,
};

/** Starts the analytics service. Call it after consent only. */
export function startAnalytics(settings: Analytics): Tracker {
  const { script, ...tracker } = services[settings.service](settings);
  loadScript(script).catch(() => {}); // a content blocker may reject it
  return tracker;
}
