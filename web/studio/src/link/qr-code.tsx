import { encode } from "uqr";
import styles from "./link.module.css";

/** QRCode draws a text as a QR code, in dark modules on white as scanners expect it. */
export function QRCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={styles.qr}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
