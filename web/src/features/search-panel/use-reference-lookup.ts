import { useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { timing } from "../../lib/timing.ts";
import { useNavigate } from "../navigation/navigation.ts";
import { showToast } from "../toast/toast.ts";
import { lookupReference, type ReferenceOption } from "./reference-lookup.ts";

/** What a look-up left to say beside the field. */
export interface Missed {
  text: string;
  near: ReferenceOption[];
}

/**
 * useReferenceLookup looks a typed reference up: a known one leads straight to
 * its home; an unknown one is said and emptied, and what comes close is offered.
 */
export function useReferenceLookup(panel: SearchPanel, clear: () => void) {
  const t = useT();
  const navigate = useNavigate();
  const [missed, setMissed] = useState<Missed>();
  const say = (text: string, near: ReferenceOption[] = []) => {
    showToast(text, timing.toastReferenceNotFound);
    setMissed({ text, near });
  };
  const look = (reference: string) => {
    setMissed(undefined);
    lookupReference(panel, reference)
      .then(({ link, near }) => {
        if (link) return navigate(link);
        say(t("ui.search.referenceNotFound"), near);
        clear();
      })
      .catch((err: unknown) => {
        console.error("reference look-up failed", err);
        say(t("ui.search.referenceFailed"));
      });
  };
  return { look, missed, forget: () => setMissed(undefined) };
}
