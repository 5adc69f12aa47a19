import { useConsent } from "../features/consent/consent.ts";
import { Link } from "../features/navigation/link.tsx";
import type { SellCall as SellCallData } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { buttonClass } from "../ui/button/button.tsx";
import { Icon } from "../ui/icon/icon.tsx";
import styles from "./sell-call.module.css";

export type SellCallProps = {
  sell: SellCallData;
  /** The current link; the call is hidden on its own target page. */
  link: string;
};

/** SellCall is the call to action for owners, shown once cookies are accepted or always, as the agency sets it. */
export function SellCall({ sell, link }: SellCallProps) {
  const t = useT();
  const hydrated = useHydrated();
  const accepted = useConsent() === "accepted";
  if (link === sell.href || !(sell.always || (hydrated && accepted))) return null;
  return (
    <aside className={styles.call} aria-label={sell.text}>
      <div className={styles.inner}>
        <p className={styles.words}>{t("ui.sell.question")}</p>
        <Link link={sell.href} className={buttonClass()}>
          {sell.text}
          <Icon name="arrow" />
        </Link>
      </div>
    </aside>
  );
}
