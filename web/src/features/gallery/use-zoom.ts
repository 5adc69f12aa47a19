import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

/** A place in a picture, as parts of its width and height. */
type Point = { x: number; y: number };

const MIDDLE: Point = { x: 0.5, y: 0.5 };

/** How far an arrow key moves an enlarged picture, as a part of the window. */
const STEP = 0.25;

const STEPS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** useZoom enlarges the slide on screen: its middle by the button, the place itself where one presses twice. */
export function useZoom(row: RefObject<HTMLElement | null>, index: number) {
  const [zoomed, setZoomed] = useState(false);
  const aim = useRef(MIDDLE);
  const slide = () => row.current?.children[index];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further slide is never shown enlarged
  useLayoutEffect(() => {
    const shown = slide();
    if (!zoomed || !shown) return;
    shown.scrollLeft = aim.current.x * shown.scrollWidth - shown.clientWidth / 2;
    shown.scrollTop = aim.current.y * shown.scrollHeight - shown.clientHeight / 2;
  }, [zoomed]);

  return {
    zoomed,
    leave: () => setZoomed(false),
    toggle: () => {
      aim.current = MIDDLE;
      setZoomed(!zoomed);
    },
    toggleAt: ({ clientX, clientY }: MouseEvent) => {
      const picture = slide()?.querySelector("img");
      aim.current = picture ? pointIn(picture, clientX, clientY) : MIDDLE;
      setZoomed(!zoomed);
    },
    /** Moves an enlarged picture by an arrow key; false for any other key. */
    move(key: string): boolean {
      const step = STEPS[key];
      const shown = slide();
      if (!step || !shown) return false;
      shown.scrollBy?.({ left: step[0] * shown.clientWidth, top: step[1] * shown.clientHeight });
      return true;
    },
  };
}

/** Where a press hits the picture itself, which keeps its shape within its box. */
function pointIn(picture: HTMLImageElement, clientX: number, clientY: number): Point {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const shape = picture.naturalWidth / picture.naturalHeight || width / height;
  const drawn = { width: Math.min(width, height * shape), height: Math.min(height, width / shape) };
  const part = (at: number, from: number, box: number, size: number) =>
    Math.min(Math.max((at - from - (box - size) / 2) / size, 0), 1) || 0;
  return {
    x: part(clientX, left, width, drawn.width),
    y: part(clientY, top, height, drawn.height),
  };
}
