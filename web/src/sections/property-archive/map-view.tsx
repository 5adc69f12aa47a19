import { Component, lazy, type ReactNode, Suspense } from "react";
import { useConsent } from "../../features/consent/consent.ts";
import type { PropertyArchiveSection } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Spinner } from "../../ui/spinner/spinner.tsx";

/** The map is a chunk of its own: who never asks for it never loads it. */
const ResultsMap = lazy(() => import("../../features/results-map/results-map.tsx"));

export function MapView({ section }: { section: PropertyArchiveSection }) {
  const t = useT();
  const consented = useConsent() === "accepted";
  return (
    <Guard fallback={<p>{t("sections.map.failed")}</p>}>
      <Suspense fallback={<Spinner label={t("sections.map.loading")} />}>
        <ResultsMap section={section} consented={consented} />
      </Suspense>
    </Guard>
  );
}

type GuardProps = { fallback: ReactNode; children: ReactNode };

/** Guard keeps the page when the chunk does not arrive: the list is still there. */
class Guard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
