import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

/** A position in a picture, as fractions of its width and height. */
type Point = { x: number; y: number };

const CENTRE: Point = { x: 0.5, y: 0.5 };

/** The distance that an arrow key scrolls an enlarged picture, as a fraction of the slide. */
const STEP = 0.25;

const STEPS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Enlarges the current slide: by the button at its centre, by a double click at that position. */
export function useZoom(row: RefObject<HTMLElement | null>, index: number) {
  const [zoomed, setZoomed] = useState(false);
  const target = useRef(CENTRE);
  const slide = () => row.current?.children[index];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another slide is never enlarged
  useLayoutEffect(() => {
    const shown = slide();
    if (!zoomed || !shown) return;
    shown.scrollLeft = target.current.x * shown.scrollWidth - shown.clientWidth / 2;
    shown.scrollTop = target.current.y * shown.scrollHeight - shown.clientHeight / 2;
  }, [zoomed]);

  return {
    zoomed,
    reset: () => setZoomed(false),
    toggle: () => {
      target.current = CENTRE;
      setZoomed(!zoomed);
    },
    toggleAt: ({ clientX, clientY }: MouseEvent) => {
      const picture = slide()?.querySelector("img");
      target.current = picture ? pointIn(picture, clientX, clientY) : CENTRE;
      setZoomed(!zoomed);
    },
    /** Scrolls an enlarged picture by an arrow key; false for other keys. */
    move(key: string): boolean {
      const step = STEPS[key];
      const shown = slide();
      if (!step || !shown) return false;
      shown.scrollBy?.({ left: step[0] * shown.clientWidth, top: step[1] * shown.clientHeight });
      return true;
    },
  };
}

/** The position of a click in the picture, which is letterboxed in its box. */
function pointIn(picture: HTMLImageElement, clientX: number, clientY: number): Point {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const ratio = picture.naturalWidth / picture.naturalHeight || width / height;
  const displayed = {
    width: Math.min(width, height * ratio),
    height: Math.min(height, width / ratio),
  };
  const fraction = (at: number, from: number, box: number, size: number) =>
    Math.min(Math.max((at - from - (box - size) / 2) / size, 0), 1) || 0;
  return {
    x: fraction(clientX, left, width, displayed.width),
    y: fraction(clientY, top, height, displayed.height),
  };
}
