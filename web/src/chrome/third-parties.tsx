import { useEffect, useRef } from "react";
import { startAnalytics } from "../features/analytics/analytics.ts";
import type { Tracker } from "../features/analytics/tracker.ts";
import { ChatButton } from "../features/chat/chat-button.tsx";
import { useConsentBannerOpen } from "../features/consent/consent.ts";
import { showToast } from "../features/toast/toast.ts";
import type { View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { hasThirdPartyScripts } from "../lib/load-script.ts";
import { clearThirdPartyData } from "../lib/storage.ts";

/**
 * ThirdParties are the services of other houses that the agency has invited: the chat and the counting
 * of visits. They are drawn only while cookies are accepted.
 */
export default function ThirdParties({ view }: { view: View }) {
  const t = useT();
  const { chat, analytics } = view.chrome.settings;
  const counter = useRef<Tracker>(undefined);
  const { title } = view.head;
  const asking = useConsentBannerOpen();

  useEffect(() => {
    if (!analytics) return;
    counter.current ??= startAnalytics(analytics);
    counter.current.page(view.link, title);
  }, [analytics, view.link, title]);

  // Who takes consent back is rid of them: a script that runs ends only with its page.
  useEffect(
    () => () => {
      clearThirdPartyData();
      if (hasThirdPartyScripts()) window.location.reload();
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
