import { useState } from "react";
import { useLazyComponent } from "../../lib/use-lazy-component.ts";
import type { LightboxProps } from "./lightbox-dialog.tsx";
import { loadLightbox } from "./use-lightbox.ts";

/** Lightbox is the gallery dialog, whose code loads when a visitor points at what opens it. */
export function Lightbox(props: LightboxProps) {
  const isWanted = props.index !== null || props.ahead !== null;
  const Loaded = useLazyComponent(isWanted, loadLightbox); // a failed load is repeated
  // A closed dialog stays for the transition of its end.
  const [Dialog, setDialog] = useState(() => Loaded);
  if (Loaded && Dialog !== Loaded) setDialog(() => Loaded);
  return Dialog ? <Dialog {...props} /> : null;
}
