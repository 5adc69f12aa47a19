import { useRef } from "react";
import { useLazyComponent } from "../../lib/use-lazy-component.ts";
import type { LightboxProps } from "./lightbox-dialog.tsx";
import { loadLightbox } from "./use-lightbox.ts";

/** Lightbox is the gallery dialog, whose code loads when a visitor points at what opens it. */
export function Lightbox(props: LightboxProps) {
  const used = useRef(false);
  used.current ||= props.index !== null || props.ahead !== null;
  const Dialog = useLazyComponent(used.current, loadLightbox);
  return Dialog ? <Dialog {...props} /> : null;
}
