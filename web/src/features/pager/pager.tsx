import type { Pager as PagerData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./pager.module.css";

export type PagerProps = { pager: PagerData };

/** Pager has the links to the pages of a list; with one page it renders nothing. */
export function Pager({ pager }: PagerProps) {
  const t = useT();
  if (pager.pages < 2) return null;
  return (
    <nav className={styles.pager} aria-label={t("ui.pager.label")}>
      {pager.prev ? (
        <Link
          link={pager.prev}
          rel="prev"
          className={styles.step}
          aria-label={t("ui.pager.previous")}
        >
          <Icon name="left" />
        </Link>
      ) : null}
      <ol className={styles.numbers}>
        {pager.links.map((link, index) => (
          <li key={link.href ?? `gap-${index}`}>
            {link.href && !link.current ? (
              <Link
                link={link.href}
                className={styles.number}
                aria-label={t("ui.pager.page", { page: link.page })}
              >
                {link.page}
              </Link>
            ) : link.current ? (
              <span className={styles.number} aria-current="page">
                {link.page}
              </span>
            ) : (
              <span className={styles.gap} aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
      </ol>
      {pager.next ? (
        <Link link={pager.next} rel="next" className={styles.step} aria-label={t("ui.pager.next")}>
          <Icon name="right" />
        </Link>
      ) : null}
    </nav>
  );
}
