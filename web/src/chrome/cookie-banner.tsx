import { acceptCookies, declineCookies, useConsent } from "../features/consent/consent.ts";
import { useT } from "../i18n/use-t.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Button } from "../ui/button/button.tsx";
import styles from "./cookie-banner.module.css";

/** CookieBanner asks once; yes and no weigh the same. */
export function CookieBanner() {
  const t = useT();
  const hydrated = useHydrated();
  const consent = useConsent();
  if (!hydrated || consent !== "unknown") return null;
  return (
    <section className={styles.banner} aria-label={t("consent.title")} data-consent-bar="">
      <p className={styles.text}>{t("consent.text")}</p>
      <div className={styles.choices}>
        <Button variant="sand" size="small" className={styles.choice} onClick={declineCookies}>
          {t("consent.decline")}
        </Button>
        <Button variant="sand" size="small" className={styles.choice} onClick={acceptCookies}>
          {t("consent.understand")}
        </Button>
      </div>
    </section>
  );
}
