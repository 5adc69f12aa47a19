import type { Analytics } from "../../generated/view.ts";
import type { ScriptTracker } from "./tracker.ts";

/** Matomo: commands are queued in _paq; the tracker URL is relative to its script. */
export function matomo({ script, id }: Analytics): ScriptTracker {
  const host = window as unknown as { _paq?: unknown[] };
  host._paq ??= [];
  const queue = host._paq;
  queue.push(["setTrackerUrl", new URL("matomo.php", script).href], ["setSiteId", id]);
  return {
    script,
    page: (link, title) =>
      void queue.push(
        ["setCustomUrl", window.location.origin + link],
        ["setDocumentTitle", title],
        ["trackPageView"],
      ),
    event: (name, category) => void queue.push(["trackEvent", category, name]),
  };
}
