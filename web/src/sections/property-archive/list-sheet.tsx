import { type HTMLAttributes, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import styles from "./list-sheet.module.css";

export type ListSheetProps = HTMLAttributes<HTMLElement> & {
  /** The number of results in words. */
  summary: string;
  /** Runs when the sheet begins and ends to cover the map. */
  onCover: (covers: boolean) => void;
};

/** A lower part of the map in px counts as covered. */
const COVERED = 64;

/**
 * ListSheet is the list of results beside a map. Below the menu's width it is a sheet that scrolls over
 * the map: by touch, by its button, and Escape shows the map again.
 */
export function ListSheet({ summary, onCover, children, ...events }: ListSheetProps) {
  const t = useT();
  const head = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const placed = () => {
      const { top = 0 } = sheet.current?.getBoundingClientRect() ?? {};
      const isSheet = head.current?.offsetParent != null;
      setOpen(isSheet && top < window.innerHeight / 2);
      onCover(isSheet && top < stickyTop(head.current) + COVERED);
    };
    placed();
    window.addEventListener("scroll", placed, { passive: true });
    window.addEventListener("resize", placed);
    return () => {
      window.removeEventListener("scroll", placed);
      window.removeEventListener("resize", placed);
      onCover(false);
    };
  }, [onCover]);

  const scroll = (top: number) =>
    window.scrollTo({ top, behavior: prefersReducedMotion() ? "instant" : "smooth" });
  const showMap = () => scroll(0);
  const showList = () => {
    const { top = 0 } = sheet.current?.getBoundingClientRect() ?? {};
    scroll(window.scrollY + top - stickyTop(head.current));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    showMap();
    toggle.current?.focus({ preventScroll: true });
  };
  return (
    <section
      {...events}
      ref={sheet}
      className={styles.sheet}
      data-list-sheet=""
      aria-label={t("sections.map.list")}
      onKeyDown={keys}
    >
      <div ref={head} className={styles.head}>
        <span aria-hidden="true">{summary}</span>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          onClick={open ? showMap : showList}
        >
          {t(open ? "sections.map.showMap" : "sections.map.showList")}
        </button>
      </div>
      {children}
    </section>
  );
}

/** The distance in px of a sticky element to the upper edge of the window. */
const stickyTop = (element: HTMLElement | null): number =>
  element ? Number.parseFloat(getComputedStyle(element).top) || 0 : 0;
