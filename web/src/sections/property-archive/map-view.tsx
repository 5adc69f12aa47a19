import { Component, lazy, type ReactNode, Suspense } from "react";
import { useConsent } from "../../features/consent/consent.ts";
import type { PropertyArchiveSection } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Spinner } from "../../ui/spinner/spinner.tsx";

/** The map is a separate chunk, loaded when the visitor opens it. */
const ResultsMap = lazy(() => import("../../features/results-map/results-map.tsx"));

export type MapViewProps = { section: PropertyArchiveSection };

export function MapView({ section }: MapViewProps) {
  const t = useT();
  const consented = useConsent() === "accepted";
  return (
    <MapErrorBoundary fallback={<p>{t("sections.map.failed")}</p>}>
      <Suspense fallback={<Spinner label={t("sections.map.loading")} />}>
        <ResultsMap section={section} consented={consented} />
      </Suspense>
    </MapErrorBoundary>
  );
}

type MapErrorBoundaryProps = { fallback: ReactNode; children: ReactNode };

/** MapErrorBoundary shows the fallback when the chunk fails to load; the list stays. */
class MapErrorBoundary extends Component<MapErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
