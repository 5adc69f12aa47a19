import type { Analytics } from "../../generated/view.ts";
import type { ScriptTracker } from "./tracker.ts";

/** Google tag: commands are queued in dataLayer as arguments objects. */
export function gtag({ script, id }: Analytics): ScriptTracker {
  const host = window as unknown as { dataLayer?: unknown[] };
  host.dataLayer ??= [];
  const queue = host.dataLayer;
  function command(..._: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the service recognises commands by this type
    queue.push(arguments);
  }
  command("js", new Date());
  // The tracker sends page views itself.
  command("config", id, { send_page_view: false });
  return {
    script: `${script}${script.includes("?") ? "&" : "?"}id=${encodeURIComponent(id)}`,
    page: (link, title) =>
      command("event", "page_view", {
        page_location: window.location.origin + link,
        page_title: title,
      }),
    event: (name, category) => command("event", name, { event_category: category }),
  };
}
