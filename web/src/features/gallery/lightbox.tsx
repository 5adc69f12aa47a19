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
  const load = useCallback(async () => {
    try {
      return await loadLightbox();
    } catch (cause) {
      showToast(t("gallery.failed"));
      throw cause;
    }
  }, [t]);
  const Loaded = useLazyComponent(open, load);
  // A closed dialog stays for the transition of its end.
  const [Dialog, setDialog] = useState(() => Loaded);
  if (Loaded && Dialog !== Loaded) setDialog(() => Loaded);
  return Dialog ? <Dialog {...props} /> : null;
}
