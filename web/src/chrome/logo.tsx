import type { Logo as LogoData } from "../generated/view.ts";
import { cx } from "../ui/cx.ts";
import styles from "./logo.module.css";

interface LogoProps {
  logo: LogoData;
  /** The agency's name, for those who do not see the drawing. */
  title: string;
  /** dark stands on light ground. */
  tone: "light" | "dark";
  className?: string | undefined;
}

/**
 * Logo is the agency's own picture of its name, or the built-in drawing: 150 pixels, 54 where it is
 * narrow. Of low priority, so that React does not fetch it ahead of the page's first picture.
 */
export function Logo({ logo, title, tone, className }: LogoProps) {
  const large = tone === "light" ? logo.light : undefined;
  const small = tone === "light" ? logo.lightMobile : logo.darkMobile;
  return (
    <span className={cx(styles.logo, className)} role="img" aria-label={title}>
      <span className={styles.large}>
        {large ? (
          <img src={large} alt="" fetchPriority="low" width={150} height={60} data-ink={tone} />
        ) : (
          <Wordmark />
        )}
      </span>
      <span className={styles.small}>
        {small ? (
          <img src={small} alt="" fetchPriority="low" width={54} height={54} data-ink={tone} />
        ) : (
          <Emblem />
        )}
      </span>
    </span>
  );
}

/** Wordmark: four letters of one stroke, and what the house does. */
export function Wordmark() {
  return (
    <svg viewBox="0 0 150 58" className={styles.drawing} aria-hidden="true">
      <path d="M2 3h26L2 35h26M45 3h22M45 19h19M45 35h22M45 3v32M84 36V3h12a9 9 0 0 1 0 18H84M97 21l11 15" />
      <ellipse cx="132" cy="19" rx="16" ry="16.5" />
      <g className={styles.line}>
        <path d="M2 51h14M134 51h14" />
        <text x="75" y="54.5" textAnchor="middle" textLength="106">
          REAL ESTATE
        </text>
      </g>
    </svg>
  );
}

/** Emblem: the Z inside the zero. */
function Emblem() {
  return (
    <svg viewBox="0 0 54 54" className={styles.drawing} aria-hidden="true">
      <circle cx="27" cy="27" r="25.4" />
      <path d="M17.5 17h19l-19 20h19" />
    </svg>
  );
}
