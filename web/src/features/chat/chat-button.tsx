import { useEffect, useRef, useState } from "react";
import type { ChatService } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./chat-button.module.css";
import { type Chat, type Lead, startChat } from "./chat-service.ts";
import { useOverlap } from "./use-overlap.ts";

export type ChatButtonProps = {
  service: ChatService;
  /** The current link; another page has other elements that the button must not cover. */
  link: string;
  /** Minimises an open chat, while the cookie banner is open. */
  collapsed: boolean;
  onLead: (event: Lead) => void;
  onFailure: () => void;
};

/**
 * ChatButton replaces the chat service's own button. The first click loads the service and opens
 * the chat; the button is hidden while the chat is open.
 */
export function ChatButton({ service, link, collapsed, onLead, onFailure }: ChatButtonProps) {
  const t = useT();
  const [state, setState] = useState<"idle" | "loading" | "open">("idle");
  const [unread, setUnread] = useState(0);
  const chat = useRef<Chat>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const overlaps = useOverlap(link);

  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      chat.current?.destroy();
    };
  }, []);
  useEffect(() => {
    if (collapsed) chat.current?.close();
  }, [collapsed]);
  useEffect(() => {
    // The button takes the focus back when the chat closes.
    if (state === "idle" && wasOpen.current && !collapsed)
      button.current?.focus({ preventScroll: true });
    wasOpen.current = state === "open";
  }, [state, collapsed]);

  const open = async () => {
    if (state !== "idle") return;
    setState("loading");
    try {
      chat.current ??= await startChat(service, {
        opened: () => {
          setUnread(0);
          setState("open");
        },
        closed: () => setState("idle"),
        unread: setUnread,
        lead: onLead,
      });
      if (!mounted.current) return chat.current.destroy(); // the consent was withdrawn
      chat.current.open();
      setState("open");
    } catch (cause) {
      console.warn(cause);
      setState("idle");
      onFailure();
    }
  };

  if (state === "open") return null;
  const label = unread > 0 ? t("ui.chat.unread", { count: unread }) : t("ui.chat.open");
  return (
    <button
      ref={button}
      type="button"
      className={cx(styles.button, overlaps && styles.away)}
      aria-label={state === "loading" ? t("ui.chat.loading") : label}
      aria-busy={state === "loading"}
      onClick={() => void open()}
      data-chat=""
    >
      <Icon name="message" className={cx(styles.icon, state === "loading" && styles.waiting)} />
      <span className={styles.text} aria-hidden="true">
        {state === "loading" ? t("ui.chat.loading") : t("ui.chat.open")}
      </span>
      {unread > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {unread}
        </span>
      ) : null}
    </button>
  );
}
