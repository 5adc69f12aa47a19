import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./search-panel.module.css";

export type ChipsProps = { panel: SearchPanel; className?: string | undefined };

/** Chips are the active filters, and hints about ignored parts of the query. */
export function Chips({ panel, className }: ChipsProps) {
  const t = useT();
  const hints = panel.hints ?? [];
  if (panel.chips.length === 0 && hints.length === 0) return null;
  return (
    <div className={className} data-screen-only="">
      {panel.chips.length > 0 ? (
        <ul className={styles.chips} aria-label={t("ui.search.inForce")}>
          {panel.chips.map((chip) => (
            <li key={chip.text}>
              <Link
                link={chip.href}
                className={styles.chip}
                aria-label={t("ui.search.remove", { filter: chip.text })}
              >
                {chip.text}
                <Icon name="close" className={styles.cross} />
              </Link>
            </li>
          ))}
          <li>
            <Link link={panel.clear} className={styles.clear}>
              {t("ui.search.clear")}
            </Link>
          </li>
        </ul>
      ) : null}
      {hints.map((hint) => (
        <p key={hint} className={styles.hint}>
          {hint}
        </p>
      ))}
    </div>
  );
}
