import type { Map as MapLibre } from "maplibre-gl";
import { TerraDraw, TerraDrawFreehandMode } from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import { type Position, simplify } from "./polyline.ts";

/** The accuracy of a drawn line, as a share of the width of the map. */
const ACCURACY = 1 / 400;

/**
 * Lets the visitor draw an area with one line, by pointer or finger; the map does not move meanwhile.
 * Returns how to stop.
 */
export function drawArea(map: MapLibre, onDrawn: (ring: Position[]) => void): () => void {
  const tokens = getComputedStyle(document.body);
  const color = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim() as `#${string}`;
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [
      new TerraDrawFreehandMode({
        drawInteraction: "click-drag",
        minDistance: 6,
        preventPointsNearClose: true,
        styles: {
          fillColor: color("clay"),
          fillOpacity: 0.16,
          outlineColor: color("bark"),
          outlineWidth: 2,
          closingPointColor: color("sand"),
          closingPointOutlineColor: color("bark"),
        },
      }),
    ],
  });
  draw.start();
  draw.setMode("freehand");
  draw.on("finish", (id) => {
    const { geometry } = draw.getSnapshotFeature(id) ?? {};
    const ring = geometry?.type === "Polygon" ? (geometry.coordinates[0] ?? []) : [];
    const bounds = map.getBounds();
    const accuracy = (bounds.getEast() - bounds.getWest()) * ACCURACY;
    const simple = simplify(
      ring.map(([lng = 0, lat = 0]): Position => [lng, lat]),
      accuracy,
    ).slice(0, -1);
    draw.clear();
    if (simple.length > 2) onDrawn(simple);
  });
  return () => draw.stop();
}
