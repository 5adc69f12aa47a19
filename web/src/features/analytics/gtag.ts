import type { Analytics } from "../../generated/view.ts";
import type { ScriptTracker } from "./tracker.ts";

/** Google's tag: commands are queued in dataLayer, as the arguments of a function. */
export function gtag({ script, id }: Analytics): ScriptTracker {
  const host = window as unknown as { dataLayer?: unknown[] };
  host.dataLayer ??= [];
  const queue = host.dataLayer;
  function command(..._: unknown[]) {
    // biome-ignore lint/complexity/noArguments: the service tells commands from data by this very type
    queue.push(arguments);
  }
  command("js", new Date());
  // The site says itself when another page is shown.
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
