import { useEffect, useRef, useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { timing } from "../../lib/timing.ts";
import { useNavigate } from "../navigation/navigation.ts";
import { showToast } from "../toast/toast.ts";
import { lookupReference, onlyMatch, type ReferenceOption } from "./reference-lookup.ts";

/** The message of a failed lookup, and properties with similar references. */
export type NotFound = {
  text: string;
  similar: ReferenceOption[];
};

/**
 * Looks up a typed reference. A known one, or the only one that contains the text, navigates to its
 * property; an unknown one shows a toast, clears the field and offers similar references. Another
 * lookup, reset and another panel cancel a lookup.
 */
export function useReferenceLookup(panel: SearchPanel, clear: () => void) {
  const t = useT();
  const navigate = useNavigate();
  const [notFound, setNotFound] = useState<NotFound>();
  const pending = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another panel
  useEffect(() => () => pending.current?.abort(), [panel]);
  const reset = () => {
    pending.current?.abort();
    setNotFound(undefined);
  };
  const report = (text: string, similar: ReferenceOption[] = []) => {
    showToast(text, timing.toastReferenceNotFound);
    setNotFound({ text, similar });
  };
  const lookUp = (reference: string) => {
    reset();
    const abort = new AbortController();
    pending.current = abort;
    lookupReference(panel, reference, abort.signal)
      .then(({ link, similar }) => {
        if (abort.signal.aborted) return;
        const found = link ?? onlyMatch(reference, similar)?.link;
        if (found) return navigate(found);
        report(t("ui.search.referenceNotFound"), similar);
        clear();
      })
      .catch((err: unknown) => {
        if (abort.signal.aborted) return;
        console.error("reference lookup failed", err);
        report(t("ui.search.referenceFailed"));
      });
  };
  return { lookUp, notFound, reset };
}
