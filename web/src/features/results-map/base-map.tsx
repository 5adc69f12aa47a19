import { COAST, TOWNS } from "./coast.ts";
import { type Frame, placeLabels, project } from "./projection.ts";
import styles from "./results-map.module.css";

export type BaseMapProps = { frame: Frame };

/** BaseMap is land, sea and the names of towns; it is decorative. */
export function BaseMap({ frame }: BaseMapProps) {
  const line = COAST.map((position) => project(position, frame));
  const coast = line.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const [west, east] = [line[0]?.x ?? 0, line.at(-1)?.x ?? 0];
  const below = Math.max(frame.height, ...line.map(({ y }) => y)) + 9000;
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      aria-hidden="true"
    >
      <path
        className={styles.sea}
        d={`M${coast}L${east + 9000} ${line.at(-1)?.y ?? 0}V${below}H${west - 9000}V${line[0]?.y ?? 0}Z`}
      />
      {placeLabels(TOWNS, frame).map(({ name, x, y }) => (
        <g key={name}>
          <circle className={styles.town} cx={x} cy={y} r="2.5" />
          <text className={styles.name} x={x} y={y - 8}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
