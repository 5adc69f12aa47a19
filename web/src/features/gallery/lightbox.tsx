import { useCallback, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useLazyComponent } from "../../lib/use-lazy-component.ts";
import { showToast } from "../toast/toast.ts";
import type { LightboxProps } from "./lightbox-dialog.tsx";
import { loadLightbox } from "./use-lightbox.ts";

/** Lightbox is the gallery dialog, whose code loads when a visitor points at what opens it. */
export function Lightbox(props: LightboxProps) {
  const t = useT();
  const open = props.index !== null;
  // Another function for the press: it repeats a load that failed while the visitor pointed at the picture.
  const load = useCallback(async () => {
    try {
      return await loadLightbox();
    } catch (cause) {
      if (open) showToast(t("gallery.failed"));
      throw cause;
    }
  }, [open, t]);
  const Loaded = useLazyComponent(open || props.ahead !== null, load);
  // A closed dialog stays for the transition of its end.
  const [Dialog, setDialog] = useState(() => Loaded);
  if (Loaded && Dialog !== Loaded) setDialog(() => Loaded);
  return Dialog ? <Dialog {...props} /> : null;
}
