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

export type ThirdPartiesProps = { view: View };

/**
 * ThirdParties are the third-party services of the agency: chat and analytics. They render only while
 * cookies are accepted.
 */
export default function ThirdParties({ view }: ThirdPartiesProps) {
  const t = useT();
  const { chat, analytics } = view.chrome.settings;
  const tracker = useRef<Tracker>(undefined);
  const { title } = view.head;
  const bannerOpen = useConsentBannerOpen();

  useEffect(() => {
    if (!analytics) return;
    tracker.current ??= startAnalytics(analytics);
    tracker.current.page(view.link, title);
  }, [analytics, view.link, title]);

  // Consent is revoked: a running script can be removed by a page load only.
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
      collapsed={bannerOpen}
      onLead={(event) => tracker.current?.event(event, "Lead")}
      onFailure={() => showToast(t("ui.chat.failed"))}
    />
  );
}
