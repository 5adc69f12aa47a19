import { acceptCookies, declineCookies, useConsent } from "../features/consent/consent.ts";
import { useT } from "../i18n/use-t.ts";
import { useHydrated } from "../lib/use-hydrated.ts";

export function CookieBanner() {
  const t = useT();
  const consent = useConsent();
  if (!useHydrated() || consent !== "unknown") return null;
  return (
    <section aria-label={t("consent.title")}>
      <p>{t("consent.text")}</p>
      <button type="button" onClick={acceptCookies}>
        {t("consent.allowAll")}
      </button>
      <button type="button" onClick={declineCookies}>
        {t("consent.decline")}
      </button>
    </section>
  );
}
