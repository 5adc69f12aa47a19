import { useConsent } from "../features/consent/consent.ts";
import { useNoticeOpen } from "../features/notice/notice.ts";
import type { View } from "../generated/view.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useLazyComponent } from "../lib/use-lazy-component.ts";

const loadThirdParties = () => import("./third-parties.tsx");
const loadPopup = () => import("../features/notice/info-popup.tsx");

/** DeferredChrome is what comes after the page, and only if it is wanted: other houses' services, and the agency's notice. */
export function DeferredChrome({ view }: { view: View }) {
  const { notice, settings } = view.chrome;
  const hydrated = useHydrated();
  const consent = useConsent();
  const invited = Boolean(settings.chat || settings.analytics);
  const ThirdParties = useLazyComponent(
    hydrated && consent === "accepted" && invited,
    loadThirdParties,
  );
  // One question at a time: the one about cookies comes first.
  const toSay = useNoticeOpen(notice) && consent !== "unknown";
  const InfoPopup = useLazyComponent(hydrated && toSay, loadPopup);
  return (
    <>
      {ThirdParties ? <ThirdParties view={view} /> : null}
      {InfoPopup && notice ? <InfoPopup notice={notice} /> : null}
    </>
  );
}
