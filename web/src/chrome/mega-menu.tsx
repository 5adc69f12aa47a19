import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Link } from "../features/navigation/link.tsx";
import type { MenuColumn, MenuItem } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { cachedFragment } from "../lib/cached-fragment.tsx";
import { buttonClass } from "../ui/button/button.tsx";
import { Icon } from "../ui/icon/icon.tsx";
import { Picture } from "../ui/picture/picture.tsx";
import styles from "./mega-menu.module.css";

export type MegaMenuItemProps = {
  item: MenuItem;
  /** The id of the panel with the columns. */
  id: string;
};

/** MegaMenuItem is an item of the menu bar; its columns open on hover and by its button. */
export const MegaMenuItem = cachedFragment(Item);

function Item({ item, id }: MegaMenuItemProps) {
  const t = useT();
  const { ref, open, shown, toggle, leave, enter, dismiss, blurred } = useDisclosure();
  const columns = item.columns ?? [];
  // Pictures are rendered when the panel opens: they are 3 % of every page.
  const [opened, setOpened] = useState(false);
  if (shown && !opened) setOpened(true);
  if (columns.length === 0) {
    return (
      <li className={styles.item}>
        <TopLink item={item} />
      </li>
    );
  }
  return (
    <li
      ref={ref}
      className={styles.item}
      data-open={shown || undefined}
      onMouseEnter={enter}
      onMouseLeave={leave}
      onBlur={blurred}
    >
      <TopLink item={item} onNavigate={dismiss} />
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        aria-label={t("menu.submenu", { name: item.text })}
        onClick={toggle}
      >
        <Icon name="down" className={styles.chevron} />
      </button>
      <div id={id} className={styles.panel} data-floats="">
        <div className={styles.columns} data-count={columns.length}>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the columns is fixed
            <Column key={index} column={column} pictures={opened} onNavigate={dismiss} />
          ))}
          {/* As tall as the columns, so a picture of twice the displayed width is cropped. */}
          {item.background && opened ? (
            <Picture
              picture={item.background}
              sizes="640px"
              maxWidth={1280}
              alt=""
              className={styles.background}
            />
          ) : null}
        </div>
      </div>
    </li>
  );
}

type TopLinkProps = { item: MenuItem; onNavigate?: () => void };

/** TopLink is the label of an item; without a link it is plain text. */
function TopLink({ item, onNavigate }: TopLinkProps) {
  if (!item.href) return <span className={styles.top}>{item.text}</span>;
  return (
    <Link
      link={item.href}
      className={styles.top}
      aria-current={item.current ? "page" : undefined}
      onClick={onNavigate}
    >
      {item.text}
    </Link>
  );
}

type ColumnProps = { column: MenuColumn; pictures: boolean; onNavigate: () => void };

function Column({ column, pictures, onNavigate }: ColumnProps) {
  return (
    <div className={styles.column}>
      {column.background && pictures ? (
        <Picture
          picture={column.background}
          sizes="320px"
          maxWidth={640}
          alt=""
          className={styles.picture}
        />
      ) : null}
      {column.title ? (
        <p className={styles.title}>
          {column.href ? (
            <Link link={column.href} onClick={onNavigate}>
              {column.title}
            </Link>
          ) : (
            column.title
          )}
        </p>
      ) : null}
      {column.description ? <p className={styles.description}>{column.description}</p> : null}
      {column.items && column.items.length > 0 ? (
        <ul className={styles.links}>
          {column.items.map((link) => (
            <li key={link.href + link.text}>
              <Link
                link={link.href}
                className={styles.link}
                aria-current={link.current ? "page" : undefined}
                onClick={onNavigate}
              >
                {link.text}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {column.button ? (
        <Link
          link={column.button.href}
          className={buttonClass({ variant: "line", size: "small" })}
          onClick={onNavigate}
        >
          {column.button.text}
        </Link>
      ) : null}
    </div>
  );
}

/**
 * The open state of a submenu: hover opens it, the button toggles it, Escape closes it in both cases
 * (WCAG 1.4.13).
 */
function useDisclosure() {
  const ref = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState(false);
  const [hover, setHover] = useState(false);
  const shown = open || hover;
  useEffect(() => {
    if (!shown) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      if (ref.current?.contains(document.activeElement))
        ref.current.querySelector("button")?.focus();
      setOpen(false);
      setHover(false);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [shown]);
  const dismiss = () => {
    setOpen(false);
    setHover(false);
  };
  return {
    ref,
    open,
    shown,
    dismiss,
    toggle: () => setOpen(!open),
    enter: () => setHover(true),
    leave: dismiss,
    blurred: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
    },
  };
}
