import { closeMenu, useMenuOpen } from "../features/menu/menu.ts";
import { Link } from "../features/navigation/link.tsx";
import type { Anchor, MenuItem, View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { Breakable } from "../ui/breakable/breakable.tsx";
import { IconButton } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Icon } from "../ui/icon/icon.tsx";
import { Logo } from "./logo.tsx";
import styles from "./mobile-menu.module.css";
import { MENU_ID } from "./site-header.tsx";

/** MobileMenu covers the screen with the same menu; following a link closes it. */
export function MobileMenu({ view }: { view: View }) {
  const { chrome } = view;
  const t = useT();
  const open = useMenuOpen();
  return (
    <Dialog
      open={open}
      onClose={closeMenu}
      label={t("menu.label")}
      kind="screen"
      id={MENU_ID}
      className={styles.menu}
    >
      <div className={styles.bar}>
        <IconButton
          label={t("menu.close")}
          onClick={(event) => {
            event.preventDefault(); // the command is for those without a script
            closeMenu();
          }}
          {...{ commandfor: MENU_ID, command: "close" }}
        >
          <Icon name="close" className={styles.icon} />
        </IconButton>
        <Link link={chrome.home} className={styles.home}>
          <Logo logo={chrome.logo} title={chrome.siteTitle} tone="dark" />
        </Link>
      </div>
      <nav aria-label={t("menu.label")} className={styles.panel}>
        <ul>
          {chrome.menu.map((item) => (
            <Entry key={item.href + item.text} item={item} />
          ))}
        </ul>
        <div className={styles.foot}>
          <ul className={styles.ways}>
            {[...chrome.phones, ...chrome.mails].map((way) => (
              <li key={way.href}>
                <a href={way.href} className={styles.way}>
                  <Breakable text={way.text} />
                </a>
              </li>
            ))}
          </ul>
          <ul className={styles.languages} aria-label={t("menu.languages")}>
            {chrome.languages.map((language) => (
              <li key={language.lang}>
                <Link
                  link={language.href}
                  lang={language.lang}
                  hrefLang={language.lang}
                  className={styles.way}
                  aria-current={language.current ? "true" : undefined}
                >
                  {language.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </Dialog>
  );
}

/** Entry is one line of the menu; what the bar shows in columns unfolds here. */
function Entry({ item }: { item: MenuItem }) {
  const t = useT();
  const links = (item.columns ?? []).flatMap((column): Anchor[] => [
    ...(column.items ?? []),
    ...(column.button ? [column.button] : []),
  ]);
  const top = (
    <Link link={item.href} className={styles.top} aria-current={item.current ? "page" : undefined}>
      {item.text}
    </Link>
  );
  if (links.length === 0) return <li className={styles.entry}>{top}</li>;
  return (
    <li className={styles.entry}>
      {top}
      <details className={styles.more}>
        <summary className={styles.toggle} aria-label={t("menu.submenu", { name: item.text })}>
          <Icon name="plus" />
        </summary>
        <ul className={styles.links}>
          {links.map((link) => (
            <li key={link.href + link.text}>
              <Link
                link={link.href}
                className={styles.link}
                aria-current={link.current ? "page" : undefined}
              >
                {link.text}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
