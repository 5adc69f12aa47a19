/** The largest number of pins that a cluster spreads into. */
export const MAX_SPREAD = 18;

/** The places around a cluster in px: an inner ring of six, and an outer one. */
export function spreadOffsets(count: number, narrow: boolean): { x: number; y: number }[] {
  const rings = narrow
    ? [
        { size: 6, x: 84, y: 64 },
        { size: 8, x: 138, y: 118 },
      ]
    : [
        { size: 6, x: 96, y: 60 },
        { size: MAX_SPREAD - 6, x: 190, y: 116 },
      ];
  const offsets: { x: number; y: number }[] = [];
  for (const ring of rings) {
    const inRing = Math.min(ring.size, count - offsets.length);
    for (let i = 0; i < inRing; i++) {
      const angle = (2 * Math.PI * i) / inRing - Math.PI / 2;
      offsets.push({
        x: Math.round(ring.x * Math.cos(angle)),
        y: Math.round(ring.y * Math.sin(angle)),
      });
    }
  }
  return offsets;
}
