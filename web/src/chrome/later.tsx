import { useConsent } from "../features/consent/consent.ts";
import { useNoticeOpen } from "../features/notice/notice.ts";
import type { View } from "../generated/view.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useLater } from "../lib/use-later.ts";

const loadGuests = () => import("./guests.tsx");
const loadPopup = () => import("../features/notice/info-popup.tsx");

/** Later is what comes after the page, and only if it is wanted: other houses' services, and the agency's notice. */
export function Later({ view }: { view: View }) {
  const { notice, settings } = view.chrome;
  const hydrated = useHydrated();
  const consent = useConsent();
  const invited = Boolean(settings.chat || settings.analytics);
  const Guests = useLater(hydrated && consent === "accepted" && invited, loadGuests);
  // One question at a time: the one about cookies comes first.
  const toSay = useNoticeOpen(notice) && consent !== "unknown";
  const InfoPopup = useLater(hydrated && toSay, loadPopup);
  return (
    <>
      {Guests ? <Guests view={view} /> : null}
      {InfoPopup && notice ? <InfoPopup notice={notice} /> : null}
    </>
  );
}
