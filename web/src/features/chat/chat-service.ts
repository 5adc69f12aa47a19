import type { ChatService } from "../../generated/view.ts";
import { withTimeout } from "../../lib/chunk.ts";
import { loadScript } from "../../lib/load-script.ts";
import { timing } from "../../lib/timing.ts";

/** What a visitor does in the chat that is a lead for the agency (specification §7.18). */
export type Lead = "Prechat Submit" | "Offline Submit";

export type ChatEvents = {
  opened(): void;
  /** The visitor closed or minimised it; the conversation goes on. */
  closed(): void;
  unread(count: number): void;
  lead(event: Lead): void;
};

export type Chat = {
  open(): void;
  /** Folds it away; the conversation goes on. */
  close(): void;
  /** Ends the conversation and takes the service off the page, as far as it lets itself. */
  destroy(): void;
};

/** The service's object on window: we set what it calls, it adds what may be called. */
type Widget = {
  onLoad?: () => void;
  onChatMaximized?: () => void;
  onChatMinimized?: () => void;
  onChatHidden?: () => void;
  onChatEnded?: () => void;
  onUnreadCountChanged?: (count: number) => void;
  onPrechatSubmit?: (data: unknown) => void;
  onOfflineSubmit?: (data: unknown) => void;
  showWidget?: () => void;
  hideWidget?: () => void;
  maximize?: () => void;
  minimize?: () => void;
  endChat?: () => void;
  shutdown?: () => void;
};

/**
 * Loads the agency's chat service and controls it through its API. While it is not open its own
 * bubble is hidden: the site's button stands in for it.
 */
export async function startChat(service: ChatService, events: ChatEvents): Promise<Chat> {
  const host = window as unknown as Record<string, Widget | undefined>;
  const own = host[service.api] ?? {};
  host[service.api] = own;
  // The embed script may put another object in its place.
  const widget = () => host[service.api] ?? own;
  const closed = () => {
    widget().hideWidget?.();
    events.closed();
  };
  const ready = new Promise<void>((resolve) => {
    own.onLoad = resolve;
  });
  Object.assign(own, {
    onChatMaximized: () => events.opened(),
    onChatMinimized: closed,
    onChatEnded: closed,
    onUnreadCountChanged: (count: unknown) => events.unread(Number(count) || 0),
    // What was typed is the agency's and the visitor's business: analytics learn the event alone.
    onPrechatSubmit: () => events.lead("Prechat Submit"),
    onOfflineSubmit: () => events.lead("Offline Submit"),
  } satisfies Widget);
  await withTimeout(Promise.all([loadScript(service.script), ready]), timing.chatTimeout);
  return {
    open() {
      widget().showWidget?.();
      widget().maximize?.();
    },
    close: () => widget().minimize?.(),
    destroy() {
      Object.assign(widget(), { onChatMinimized: () => {}, onChatEnded: () => {} });
      widget().endChat?.();
      widget().hideWidget?.();
      widget().shutdown?.();
    },
  };
}
