import { useState } from "react";
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
 * property; an unknown one shows a toast, clears the field and offers similar references.
 */
export function useReferenceLookup(panel: SearchPanel, clear: () => void) {
  const t = useT();
  const navigate = useNavigate();
  const [notFound, setNotFound] = useState<NotFound>();
  const report = (text: string, similar: ReferenceOption[] = []) => {
    showToast(text, timing.toastReferenceNotFound);
    setNotFound({ text, similar });
  };
  const lookUp = (reference: string) => {
    setNotFound(undefined);
    lookupReference(panel, reference)
      .then(({ link, similar }) => {
        const found = link ?? onlyMatch(reference, similar)?.link;
        if (found) return navigate(found);
        report(t("ui.search.referenceNotFound"), similar);
        clear();
      })
      .catch((err: unknown) => {
        console.error("reference lookup failed", err);
        report(t("ui.search.referenceFailed"));
      });
  };
  return { lookUp, notFound, reset: () => setNotFound(undefined) };
}
