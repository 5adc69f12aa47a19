import { type HTMLAttributes, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { prefersReducedMotion } from "../../lib/reduced-motion.ts";
import styles from "./list-sheet.module.css";

export type ListSheetProps = HTMLAttributes<HTMLElement> & {
  /** The number of results in words. */
  summary: string;
};

/**
 * ListSheet is the list of results beside a map. Below the menu's width it is a sheet that scrolls over
 * the map: by touch, by its button, and Escape shows the map again.
 */
export function ListSheet({ summary, children, ...events }: ListSheetProps) {
  const t = useT();
  const sheet = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const scrolled = () => {
      const top = sheet.current?.getBoundingClientRect().top ?? 0;
      setOpen(top < window.innerHeight / 2);
    };
    window.addEventListener("scroll", scrolled, { passive: true });
    return () => window.removeEventListener("scroll", scrolled);
  }, []);

  const behavior = () => (prefersReducedMotion() ? "auto" : "smooth");
  const showMap = () => {
    window.scrollTo({ top: 0, behavior: behavior() });
    toggle.current?.focus({ preventScroll: true });
  };
  const showList = () => {
    sheet.current?.scrollIntoView({ block: "start", behavior: behavior() });
    sheet.current?.focus({ preventScroll: true });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open && toggle.current?.offsetParent) showMap();
  };
  return (
    <section
      {...events}
      ref={sheet}
      className={styles.sheet}
      tabIndex={-1}
      aria-label={t("sections.map.list")}
      onKeyDown={keys}
    >
      <div className={styles.head}>
        <span aria-hidden="true">{summary}</span>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          onClick={open ? showMap : showList}
        >
          {t(open ? "sections.map.showMap" : "sections.map.showList")}
        </button>
      </div>
      {children}
    </section>
  );
}
