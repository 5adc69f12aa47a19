import { lazy, type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "../../lib/error-boundary.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import type { MapProps } from "./map-props.ts";

/** The map library is a chunk of its own, and no part of the server's bundle. */
const MapCanvas = lazy(() =>
  import.meta.env.SSR ? new Promise<never>(() => {}) : import("./map-canvas.tsx"),
);

export type LazyMapProps = MapProps & {
  /** Shown while the map loads. */
  loading: ReactNode;
  /** Shown without WebGL, or when the map fails to load. */
  fallback: ReactNode;
};

/**
 * LazyMap is a map that loads when it is rendered. The server and browsers without scripts show
 * what loading is.
 */
export function LazyMap({ loading, fallback, ...props }: LazyMapProps) {
  const hydrated = useHydrated();
  if (!hydrated) return loading;
  if (!hasWebGL()) return fallback;
  return (
    <ErrorBoundary fallback={() => fallback}>
      <Suspense fallback={loading}>
        <MapCanvas {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

let webGL: boolean | undefined;

/** Whether the browser has WebGL 2, which the map needs. */
function hasWebGL(): boolean {
  webGL ??= document.createElement("canvas").getContext("webgl2") !== null;
  return webGL;
}
