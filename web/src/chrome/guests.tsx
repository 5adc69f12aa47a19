import { useEffect, useRef } from "react";
import { startCounting } from "../features/analytics/analytics.ts";
import type { Counter } from "../features/analytics/counter.ts";
import { ChatButton } from "../features/chat/chat-button.tsx";
import { useAsking } from "../features/consent/consent.ts";
import { showToast } from "../features/toast/toast.ts";
import type { View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { hasLoadedScripts } from "../lib/load-script.ts";
import { forgetOthers } from "../lib/storage.ts";

/**
 * Guests are the services of other houses that the agency has invited: the chat and the counting
 * of visits. They are drawn only while cookies are accepted.
 */
export default function Guests({ view }: { view: View }) {
  const t = useT();
  const { chat, analytics } = view.chrome.settings;
  const counter = useRef<Counter>(undefined);
  const { title } = view.head;
  const asking = useAsking();

  useEffect(() => {
    if (!analytics) return;
    counter.current ??= startCounting(analytics);
    counter.current.page(view.link, title);
  }, [analytics, view.link, title]);

  // Who takes consent back is rid of them: a script that runs ends only with its page.
  useEffect(
    () => () => {
      forgetOthers();
      if (hasLoadedScripts()) window.location.reload();
    },
    [],
  );

  if (!chat) return null;
  return (
    <ChatButton
      service={chat}
      link={view.link}
      quiet={asking}
      onLead={(event) => counter.current?.event(event, "Lead")}
      onFailure={() => showToast(t("ui.chat.failed"))}
    />
  );
}
