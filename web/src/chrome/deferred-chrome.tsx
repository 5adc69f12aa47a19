import { useCompareClosed } from "../features/compare/compare.ts";
import { useConsent } from "../features/consent/consent.ts";
import { useFavorites } from "../features/favorites/favorites.ts";
import { useNoticeOpen } from "../features/notice/notice.ts";
import type { View } from "../generated/view.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useLazyComponent } from "../lib/use-lazy-component.ts";

const loadThirdParties = () => import("./third-parties.tsx");
const loadSavedBar = () => import("../features/compare/saved-bar.tsx");
const loadPopup = () => import("../features/notice/info-popup.tsx");

export type DeferredChromeProps = { view: View };

/** DeferredChrome loads optional parts after hydration: third-party services, the info popup, the bar of saved homes. */
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
  // On results, once a home of the list and another one are saved.
  const saved = useFavorites();
  const closed = useCompareClosed();
  const comparing =
    consent !== "unknown" &&
    !closed &&
    saved.length > 1 &&
    listed(view).some((id) => saved.includes(id));
  const SavedBar = useLazyComponent(hydrated && comparing, loadSavedBar);
  return (
    <>
      {SavedBar && comparing ? <SavedBar favorites={view.chrome.favorites} /> : null}
      {ThirdParties ? <ThirdParties view={view} /> : null}
      {InfoPopup && notice ? <InfoPopup notice={notice} /> : null}
    </>
  );
}

/** The ids of the properties in a list of results. */
function listed(view: View): number[] {
  const list = view.content.find((section) => section.kind === "property-archive");
  return view.screen === "properties" && list?.kind === "property-archive"
    ? list.cards.map(({ id }) => id)
    : [];
}
