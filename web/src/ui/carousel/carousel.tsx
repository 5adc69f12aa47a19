import { Children, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useFromServer } from "../../lib/use-hydrated.ts";
import { IconButton } from "../button/button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import styles from "./carousel.module.css";

export type CarouselProps = {
  /** The accessible name of the row. */
  label: string;
  /** The accessible names of the buttons. */
  previous: string;
  next: string;
  children: ReactNode;
  className?: string | undefined;
};

/** Carousel is a row that scrolls and snaps; two buttons scroll it by one item. */
export function Carousel({ label, previous, next, children, className }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null);
  const lazy = useFromServer();
  const { start, end, measure } = useEdges(row);
  const move = (direction: -1 | 1) => {
    const list = row.current;
    const step = list?.firstElementChild?.getBoundingClientRect().width ?? 0;
    list?.scrollBy({ left: direction * step, behavior: "smooth" });
  };
  return (
    <section aria-label={label} className={cx(styles.carousel, className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <ul ref={row} className={cx(styles.row, lazy && "lazy-list")} onScroll={measure} tabIndex={0}>
        {Children.map(children, (child) => (
          <li className={styles.slide}>{child}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <IconButton
          label={previous}
          className={styles.arrow}
          aria-disabled={start}
          onClick={() => move(-1)}
        >
          <Icon name="left" />
        </IconButton>
        <IconButton
          label={next}
          className={styles.arrow}
          aria-disabled={end}
          onClick={() => move(1)}
        >
          <Icon name="right" />
        </IconButton>
      </div>
    </section>
  );
}

/** Whether the row is scrolled to its start or its end. */
function useEdges(row: { current: HTMLElement | null }) {
  const [edges, setEdges] = useState({ start: true, end: false });
  const measure = useCallback(() => {
    const list = row.current;
    if (!list) return;
    const start = list.scrollLeft < 4;
    const end = list.scrollLeft + list.clientWidth > list.scrollWidth - 4;
    setEdges((old) => (old.start === start && old.end === end ? old : { start, end }));
  }, [row]);
  useEffect(() => {
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [measure]);
  return { ...edges, measure };
}
