import { useEffect, useRef } from "react";
import {
  acceptCookies,
  declineCookies,
  useConsent,
  useConsentBannerOpen,
} from "../features/consent/consent.ts";
import { useT } from "../i18n/use-t.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Button } from "../ui/button/button.tsx";
import styles from "./cookie-banner.module.css";

/** CookieBanner asks for consent once, and again from the footer. Both choices have the same size and look. */
export function CookieBanner() {
  const t = useT();
  const hydrated = useHydrated();
  const open = useConsentBannerOpen();
  const answered = useConsent() !== "unknown";
  const banner = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (!open || !answered) return;
    // Opened from the footer: the banner takes the focus and gives it back with the answer.
    opener.current = document.activeElement;
    banner.current?.focus();
    return () => (opener.current as HTMLElement | null)?.focus({ preventScroll: true });
  }, [open, answered]);
  const answer = (decide: () => void) => () => {
    // The first answer by keyboard moves the focus to the content; the banner is at the end of the page.
    if (!answered && banner.current?.querySelector(":focus-visible"))
      document.querySelector("main")?.focus({ preventScroll: true });
    decide();
  };
  if (!hydrated || !open) return null;
  return (
    <section
      ref={banner}
      tabIndex={-1}
      className={styles.banner}
      aria-label={t("consent.title")}
      data-consent-bar=""
      data-floats=""
    >
      <p className={styles.text}>{t("consent.text")}</p>
      <div className={styles.choices}>
        <Button
          variant="sand"
          size="small"
          className={styles.choice}
          onClick={answer(declineCookies)}
        >
          {t("consent.decline")}
        </Button>
        <Button
          variant="sand"
          size="small"
          className={styles.choice}
          onClick={answer(acceptCookies)}
        >
          <span>{t("consent.accept")}</span> <span>{t("consent.understand")}</span>
        </Button>
      </div>
    </section>
  );
}
