import { type RefObject, useEffect, useState } from "react";

/** The size of an element; a fair guess stands until it is measured. */
export function useElementSize(board: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 960, height: 560 });
  useEffect(() => {
    const element = board.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box && box.width > 0) setSize({ width: box.width, height: box.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [board]);
  return size;
}
