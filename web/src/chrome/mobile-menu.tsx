import { useEffect } from "react";
import { closeMenu, useMenuOpen } from "../features/menu/menu.ts";
import { Link } from "../features/navigation/link.tsx";
import { LinkList } from "../features/navigation/link-list.tsx";
import type { Anchor, Chrome, MenuColumn, MenuItem, View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { cachedFragment } from "../lib/cached-fragment.tsx";
import { useMediaQuery } from "../lib/use-media-query.ts";
import { Breakable } from "../ui/breakable/breakable.tsx";
import { IconButton } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Icon } from "../ui/icon/icon.tsx";
import { Logo } from "./logo.tsx";
import styles from "./mobile-menu.module.css";
import { MENU_ID } from "./site-header.tsx";

/** The breakpoint menu of styles/media.css; wider windows show the menu bar. */
const WIDE = "(width >= 1024px)";

export type MobileMenuProps = { view: View };

/** MobileMenu is the menu as a full-screen dialog; a click on a link closes it. */
export function MobileMenu({ view }: MobileMenuProps) {
  const { chrome } = view;
  const t = useT();
  const open = useMenuOpen();
  const wide = useMediaQuery(WIDE);
  useEffect(() => {
    if (wide) closeMenu(); // the window became wide, for example by rotation
  }, [wide]);
  if (chrome.menu.length === 0) return null;
  return (
    <Dialog
      open={open}
      onClose={closeMenu}
      label={t("menu.label")}
      kind="screen"
      id={MENU_ID}
      className={styles.menu}
    >
      <Bar home={chrome.home} logo={chrome.logo} title={chrome.siteTitle} />
      <nav aria-label={t("menu.label")} className={styles.panel}>
        <Items menu={chrome.menu} />
        <div className={styles.foot}>
          <Contacts contacts={[...chrome.phones, ...chrome.mails]} />
          <ul className={styles.languages} aria-label={t("menu.languages")}>
            {view.languages.map((language) => (
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

type BarProps = Pick<Chrome, "home" | "logo"> & { title: string };

/** Bar is the top of the menu: the button that closes it, and the logo. */
const Bar = cachedFragment(
  function Bar({ home, logo, title }: BarProps) {
    const t = useT();
    return (
      <div className={styles.bar}>
        <IconButton
          label={t("menu.close")}
          onClick={(event) => {
            event.preventDefault(); // the command attribute works without scripts
            closeMenu();
          }}
          {...{ commandfor: MENU_ID, command: "close" }}
        >
          <Icon name="close" className={styles.icon} />
        </IconButton>
        <Link link={home} className={styles.home}>
          <Logo logo={logo} title={title} tone="dark" />
        </Link>
      </div>
    );
  },
  { ofChrome: true },
);

/** Items are the items of the menu. */
const Items = cachedFragment(
  function Items({ menu }: Pick<Chrome, "menu">) {
    return (
      <ul>
        {menu.map((item) => (
          <MobileMenuItem key={item.href + item.text} item={item} />
        ))}
      </ul>
    );
  },
  { ofChrome: true },
);

type ContactsProps = { contacts: Anchor[] };

/** Contacts are the agency's telephone numbers and mail addresses. */
const Contacts = cachedFragment(
  function Contacts({ contacts }: ContactsProps) {
    return (
      <ul className={styles.ways}>
        {contacts.map((contact) => (
          <li key={contact.href}>
            <a href={contact.href} className={styles.way}>
              <Breakable text={contact.text} />
            </a>
          </li>
        ))}
      </ul>
    );
  },
  { ofChrome: true },
);

type MobileMenuItemProps = { item: MenuItem };

/** MobileMenuItem is an item of the menu; its columns are in a details element. */
const MobileMenuItem = cachedFragment(Item);

function Item({ item }: MobileMenuItemProps) {
  const t = useT();
  const columns = (item.columns ?? []).filter(hasLinks);
  const top = item.href ? (
    <Link link={item.href} className={styles.top} aria-current={item.current ? "page" : undefined}>
      {item.text}
    </Link>
  ) : (
    <span className={styles.top}>{item.text}</span>
  );
  if (columns.length === 0) return <li className={styles.entry}>{top}</li>;
  return (
    <li className={styles.entry}>
      {top}
      <details className={styles.more}>
        <summary className={styles.toggle} aria-label={t("menu.submenu", { name: item.text })}>
          <Icon name="plus" />
        </summary>
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the columns is fixed
          <MobileMenuColumn key={index} column={column} />
        ))}
      </details>
    </li>
  );
}

const hasLinks = ({ items = [], button, href }: MenuColumn): boolean =>
  items.length > 0 || button !== undefined || href !== undefined;

type MobileMenuColumnProps = { column: MenuColumn };

/** MobileMenuColumn is a column of the menu: title, description and links. */
function MobileMenuColumn({ column }: MobileMenuColumnProps) {
  const { title, href, items = [], button } = column;
  const links: Anchor[] = [...items, ...(button ? [button] : [])];
  if (title && href) links.unshift({ href, text: title });
  return (
    <>
      {column.title && !column.href ? <p className={styles.title}>{column.title}</p> : null}
      {column.description ? <p className={styles.description}>{column.description}</p> : null}
      <LinkList links={links} className={styles.links} linkClassName={styles.link} />
    </>
  );
}
