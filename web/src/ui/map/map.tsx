import { type ReactNode, Suspense, useState } from "react";
import { repeatableImport } from "../../lib/chunk.ts";
import { ErrorBoundary } from "../../lib/error-boundary.tsx";
import { repeatableLazy } from "../../lib/repeatable-lazy.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import canvasURL from "./map-canvas.tsx?chunk-url";
import type { MapProps } from "./map-props.ts";

/** The map library is a chunk of its own, and no part of the server's bundle. */
const mapCanvas = repeatableLazy(
  repeatableImport(
    "map-canvas",
    () => (import.meta.env.SSR ? new Promise<never>(() => {}) : import("./map-canvas.tsx")),
    canvasURL,
  ),
);

export type LazyMapProps = MapProps & {
  /** Shown while the map loads. */
  loading: ReactNode;
  /** Shown without WebGL. */
  fallback: ReactNode;
  /** Shown when the map fails to load or to render; retry loads it again. */
  failed: (retry: () => void) => ReactNode;
};

/**
 * LazyMap is a map that loads when it is rendered. The server and browsers without scripts show
 * what loading is.
 */
export function LazyMap({ loading, fallback, failed, ...props }: LazyMapProps) {
  const hydrated = useHydrated();
  const [MapCanvas, setMapCanvas] = useState(mapCanvas);
  if (!hydrated) return loading;
  if (!hasWebGL()) return fallback;
  return (
    <ErrorBoundary fallback={failed} onRetry={() => setMapCanvas(mapCanvas)}>
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
