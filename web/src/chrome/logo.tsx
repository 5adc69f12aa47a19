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
 * Logo is the agency's picture, or its name in letters: 150 px wide, 54 px on narrow windows.
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
          <Wordmark title={title} />
        )}
      </span>
      <span className={styles.small}>
        {small ? (
          <img src={small} alt="" fetchPriority="low" width={54} height={54} data-ink={tone} />
        ) : (
          <Emblem title={title} />
        )}
      </span>
    </span>
  );
}

/** Wordmark is the agency's name in place of a wide picture. */
export function Wordmark({ title }: { title: string }) {
  return (
    <span className={styles.name} aria-hidden="true">
      {title}
    </span>
  );
}

/** Emblem is the first letter of the agency's name in a circle. */
function Emblem({ title }: { title: string }) {
  return (
    <svg viewBox="0 0 54 54" className={styles.emblem} aria-hidden="true">
      <circle cx="27" cy="27" r="25.4" />
      <text x="27" y="35.5" textAnchor="middle">
        {Array.from(title)[0]?.toLocaleUpperCase()}
      </text>
    </svg>
  );
}
