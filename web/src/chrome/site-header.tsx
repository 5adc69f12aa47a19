import { useEffect, useRef, useState } from "react";
import { useFavoritesCount } from "../features/favorites/favorites.ts";
import { openMenu, useMenuOpen } from "../features/menu/menu.ts";
import { Link } from "../features/navigation/link.tsx";
import type { Chrome, MenuItem, View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { IconButton } from "../ui/button/button.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icon/icon.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { Logo } from "./logo.tsx";
import { MegaMenuItem } from "./mega-menu.tsx";
import styles from "./site-header.module.css";

/** The dialog that the toggle opens, also where no script runs. */
export const MENU_ID = "site-menu";

/**
 * SiteHeader is the bar: the logo in the middle, the menu in two halves beside
 * it. It lies on the header's picture and turns solid once the page scrolls.
 */
export function SiteHeader({ view }: { view: View }) {
  const { chrome } = view;
  const t = useT();
  const menuOpen = useMenuOpen();
  const { sentinel, stuck } = useStuck();
  const solid = stuck || view.header.type === "none";
  const half = Math.ceil(chrome.menu.length / 2);
  return (
    <header className={styles.header}>
      <div ref={sentinel} className={styles.sentinel} />
      <div className={styles.bar} data-solid={solid || undefined} data-stuck={stuck || undefined}>
        <div className={styles.inner}>
          <div className={styles.start}>
            {chrome.menu.length > 0 ? (
              <IconButton
                label={t("menu.open")}
                className={cx(styles.tool, styles.narrow)}
                aria-expanded={menuOpen}
                onClick={(event) => {
                  event.preventDefault(); // the command is for those without a script
                  openMenu();
                }}
                {...{ commandfor: MENU_ID, command: "show-modal" }}
              >
                <Icon name="menu" className={styles.icon} />
              </IconButton>
            ) : null}
            <Heart chrome={chrome} className={styles.narrow} />
            <Phone chrome={chrome} className={styles.wide} />
          </div>
          {chrome.menu.length > 0 ? (
            <nav className={styles.nav} aria-label={t("menu.label")}>
              <MenuHalf items={chrome.menu.slice(0, half)} className={styles.left} />
              <MenuHalf items={chrome.menu.slice(half)} className={styles.right} />
            </nav>
          ) : null}
          <Link link={chrome.home} className={styles.home}>
            <Logo
              logo={chrome.logo}
              title={chrome.siteTitle}
              tone="light"
              className={styles.logo}
            />
          </Link>
          <div className={styles.end}>
            <Heart chrome={chrome} className={styles.wide} />
            <Phone chrome={chrome} className={styles.narrow} />
            <LanguageSwitcher languages={chrome.languages} />
          </div>
        </div>
      </div>
      {view.preview ? <p className={styles.ribbon}>{t("common.preview")}</p> : null}
    </header>
  );
}

/** MenuHalf is one side of the menu; the left one gets the odd entry. */
function MenuHalf({ items, className }: { items: MenuItem[]; className: string | undefined }) {
  return (
    <ul className={cx(styles.half, className)}>
      {items.map((item) => (
        <MegaMenuItem key={item.href + item.text} item={item} />
      ))}
    </ul>
  );
}

interface ToolProps {
  chrome: Chrome;
  className: string | undefined;
}

/** Heart leads to the saved homes and says how many there are. */
function Heart({ chrome, className }: ToolProps) {
  const t = useT();
  const count = useFavoritesCount();
  const label =
    count > 0 ? `${t("favorites.open")}: ${t("favorites.count", { count })}` : t("favorites.open");
  return (
    <Link link={chrome.favorites} className={cx(styles.tool, className)} aria-label={label}>
      <Icon name="heart" solid={count > 0} className={styles.icon} />
      {count > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      ) : null}
    </Link>
  );
}

function Phone({ chrome, className }: ToolProps) {
  const t = useT();
  const phone = chrome.phones[0];
  if (!phone) return null;
  return (
    <a
      href={phone.href}
      className={cx(styles.phone, className)}
      title={phone.text}
      aria-label={t("menu.call", { phone: phone.text })}
    >
      <Icon name="phone" className={styles.icon} />
    </a>
  );
}

/** useStuck tells whether the page has left its top. */
function useStuck() {
  const sentinel = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const mark = sentinel.current;
    if (!mark || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) =>
      setStuck(entry ? !entry.isIntersecting : false),
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, []);
  return { sentinel, stuck };
}
