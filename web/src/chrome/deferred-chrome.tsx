import { useConsent } from "../features/consent/consent.ts";
import { useNoticeOpen } from "../features/notice/notice.ts";
import type { View } from "../generated/view.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useLazyComponent } from "../lib/use-lazy-component.ts";

const loadThirdParties = () => import("./third-parties.tsx");
const loadPopup = () => import("../features/notice/info-popup.tsx");

export type DeferredChromeProps = { view: View };

/** DeferredChrome loads optional parts after hydration: third-party services and the info popup. */
export function DeferredChrome({ view }: DeferredChromeProps) {
  const { notice, settings } = view.chrome;
  const hydrated = useHydrated();
  const consent = useConsent();
  const configured = Boolean(settings.chat || settings.analytics);
  const ThirdParties = useLazyComponent(
    hydrated && consent === "accepted" && configured,
    loadThirdParties,
  );
  // The popup waits for the answer to the cookie banner.
  const noticeOpen = useNoticeOpen(notice) && consent !== "unknown";
  const InfoPopup = useLazyComponent(hydrated && noticeOpen, loadPopup);
  return (
    <>
      {ThirdParties ? <ThirdParties view={view} /> : null}
      {InfoPopup && notice ? <InfoPopup notice={notice} /> : null}
    </>
  );
}
