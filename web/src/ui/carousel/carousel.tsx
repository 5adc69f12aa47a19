import { Children, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { IconButton } from "../button/button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import styles from "./carousel.module.css";

interface CarouselProps {
  /** What the row shows; its accessible name. */
  label: string;
  previous: string;
  next: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Carousel is a row to swipe; the browser snaps, two buttons help those with a mouse. */
export function Carousel({ label, previous, next, children, className }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null);
  const { start, end, measure } = useEdges(row);
  const move = (direction: -1 | 1) => {
    const list = row.current;
    const step = list?.firstElementChild?.getBoundingClientRect().width ?? 0;
    list?.scrollBy({ left: direction * step, behavior: "smooth" });
  };
  return (
    <section aria-label={label} className={cx(styles.carousel, className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul ref={row} className={styles.row} onScroll={measure} tabIndex={0}>
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

/** useEdges tells whether the row stands at its start or its end. */
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
