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

/** The id of the mobile menu; the toggle opens it by command also without scripts. */
export const MENU_ID = "site-menu";

export type SiteHeaderProps = { view: View };

/**
 * SiteHeader is the bar with the logo in the middle and the menu in two halves. It is transparent
 * over the header's picture and solid once the page is scrolled.
 */
export function SiteHeader({ view }: SiteHeaderProps) {
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
                  event.preventDefault(); // the command attribute works without scripts
                  openMenu();
                }}
                {...{ commandfor: MENU_ID, command: "show-modal" }}
              >
                <Icon name="menu" className={styles.icon} />
              </IconButton>
            ) : null}
            <FavoritesLink chrome={chrome} className={styles.narrow} />
            <PhoneLink chrome={chrome} className={styles.wide} />
          </div>
          {chrome.menu.length > 0 ? (
            <nav className={styles.nav} aria-label={t("menu.label")}>
              <MenuHalf items={chrome.menu.slice(0, half)} side="left" />
              <MenuHalf items={chrome.menu.slice(half)} side="right" />
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
            <FavoritesLink chrome={chrome} className={styles.wide} />
            <PhoneLink chrome={chrome} className={styles.narrow} />
            <LanguageSwitcher languages={chrome.languages} />
          </div>
        </div>
      </div>
      {view.preview ? <p className={styles.ribbon}>{t("common.preview")}</p> : null}
    </header>
  );
}

type MenuHalfProps = { items: MenuItem[]; side: "left" | "right" };

/** MenuHalf is one half of the menu; the left one has the odd item. */
function MenuHalf({ items, side }: MenuHalfProps) {
  return (
    <ul className={cx(styles.half, styles[side])}>
      {items.map((item, index) => (
        <MegaMenuItem key={item.href + item.text} item={item} id={`menu-${side}-${index}`} />
      ))}
    </ul>
  );
}

type HeaderToolProps = {
  chrome: Chrome;
  className: string | undefined;
};

/** FavoritesLink links to the favorites and shows their number. */
function FavoritesLink({ chrome, className }: HeaderToolProps) {
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

function PhoneLink({ chrome, className }: HeaderToolProps) {
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

/** Whether the page is scrolled; the ref is for the sentinel element at its top. */
function useStuck() {
  const sentinel = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const element = sentinel.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) =>
      setStuck(entry ? !entry.isIntersecting : false),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { sentinel, stuck };
}
