import type { ChatService } from "../../generated/view.ts";
import { withTimeout } from "../../lib/chunk.ts";
import { loadScript } from "../../lib/load-script.ts";
import { timing } from "../../lib/timing.ts";

/** The events of the chat that count as leads (specification §7.18). */
export type Lead = "Prechat Submit" | "Offline Submit";

export type ChatEvents = {
  opened(): void;
  /** The visitor closed or minimised the chat; the conversation stays. */
  closed(): void;
  unread(count: number): void;
  lead(event: Lead): void;
};

export type Chat = {
  open(): void;
  /** Minimises the chat; the conversation stays. */
  close(): void;
  /** Ends the conversation and removes the service from the page, as far as its API allows. */
  destroy(): void;
};

/** The API object on window: the site sets the callbacks, the service adds the methods. */
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
 * Loads the agency's chat service and controls it through its API. The service's own button is hidden;
 * ChatButton replaces it.
 */
export async function startChat(service: ChatService, events: ChatEvents): Promise<Chat> {
  const host = window as unknown as Record<string, Widget | undefined>;
  const own = host[service.api] ?? {};
  host[service.api] = own;
  // The embed script may replace the object.
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
    // Analytics receive the event only, never the typed text.
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
