import type { Logo as LogoData } from "../generated/view.ts";
import { cx } from "../ui/cx.ts";
import styles from "./logo.module.css";

export type LogoProps = {
  logo: LogoData;
  /** The agency's name, the accessible name of the logo. */
  title: string;
  /** dark: for a light background. */
  tone: "light" | "dark";
  className?: string | undefined;
};

/**
 * Logo is the agency's picture, or the built-in vector graphic: 150 px wide, 54 px on narrow windows.
 * Its fetch priority is low; otherwise React would preload it before the page's first picture.
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

/** Wordmark is the built-in wide logo. */
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

/** Emblem is the built-in small logo: a Z in a circle. */
function Emblem() {
  return (
    <svg viewBox="0 0 54 54" className={styles.drawing} aria-hidden="true">
      <circle cx="27" cy="27" r="25.4" />
      <path d="M17.5 17h19l-19 20h19" />
    </svg>
  );
}
