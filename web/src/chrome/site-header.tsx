import { useEffect, useRef, useState } from "react";
import { useFavoritesCount } from "../features/favorites/favorites.ts";
import { openMenu, useMenuOpen } from "../features/menu/menu.ts";
import { Link } from "../features/navigation/link.tsx";
import type { Anchor, Chrome, MenuItem, View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { cachedFragment } from "../lib/cached-fragment.tsx";
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
  const { sentinel, stuck } = useStuck();
  const solid = stuck || view.header.type === "none";
  const tools = { favorites: chrome.favorites, phone: chrome.phones[0] };
  return (
    <header className={styles.header}>
      <div ref={sentinel} className={styles.sentinel} />
      <div className={styles.bar} data-solid={solid || undefined} data-stuck={stuck || undefined}>
        <div className={styles.inner}>
          <BarStart
            {...tools}
            menu={chrome.menu}
            home={chrome.home}
            logo={chrome.logo}
            title={chrome.siteTitle}
          />
          <div className={styles.end}>
            <EndTools {...tools} />
            <LanguageSwitcher languages={view.languages} />
          </div>
        </div>
      </div>
      {view.preview ? <p className={styles.ribbon}>{t("common.preview")}</p> : null}
    </header>
  );
}

type ToolsProps = { favorites: string; phone: Anchor | undefined };

type BarStartProps = ToolsProps & Pick<Chrome, "menu" | "home" | "logo"> & { title: string };

/** BarStart is the bar up to the logo: toggle of the mobile menu, favorites, phone, the menu in two halves. */
const BarStart = cachedFragment(
  function BarStart({ favorites, phone, menu, home, logo, title }: BarStartProps) {
    const t = useT();
    const half = Math.ceil(menu.length / 2);
    return (
      <>
        <div className={styles.start}>
          {menu.length > 0 ? <MenuToggle /> : null}
          <FavoritesLink link={favorites} className={styles.narrow} />
          <PhoneLink phone={phone} className={styles.wide} />
        </div>
        {menu.length > 0 ? (
          <nav className={styles.nav} aria-label={t("menu.label")}>
            <MenuHalf items={menu.slice(0, half)} side="left" />
            <MenuHalf items={menu.slice(half)} side="right" />
          </nav>
        ) : null}
        <Link link={home} className={styles.home}>
          <Logo logo={logo} title={title} tone="light" className={styles.logo} />
        </Link>
      </>
    );
  },
  { ofChrome: true },
);

/** EndTools are the tools behind the menu, without the language switcher. */
const EndTools = cachedFragment(
  function EndTools({ favorites, phone }: ToolsProps) {
    return (
      <>
        <FavoritesLink link={favorites} className={styles.wide} />
        <PhoneLink phone={phone} className={styles.narrow} />
      </>
    );
  },
  { ofChrome: true },
);

function MenuToggle() {
  const t = useT();
  const open = useMenuOpen();
  return (
    <IconButton
      label={t("menu.open")}
      className={cx(styles.tool, styles.narrow)}
      aria-expanded={open}
      onClick={(event) => {
        event.preventDefault(); // the command attribute works without scripts
        openMenu();
      }}
      {...{ commandfor: MENU_ID, command: "show-modal" }}
    >
      <Icon name="menu" className={styles.icon} />
    </IconButton>
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

type FavoritesLinkProps = { link: string; className: string | undefined };

/** FavoritesLink links to the favorites and shows their number. */
function FavoritesLink({ link, className }: FavoritesLinkProps) {
  const t = useT();
  const count = useFavoritesCount();
  const label =
    count > 0 ? `${t("favorites.open")}: ${t("favorites.count", { count })}` : t("favorites.open");
  return (
    <Link link={link} className={cx(styles.tool, className)} aria-label={label}>
      <Icon name="heart" solid={count > 0} className={styles.icon} />
      {count > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      ) : null}
    </Link>
  );
}

type PhoneLinkProps = { phone: Anchor | undefined; className: string | undefined };

function PhoneLink({ phone, className }: PhoneLinkProps) {
  const t = useT();
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
