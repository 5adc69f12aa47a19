import { useEffect, useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { timing } from "../../lib/timing.ts";
import { lookupReference, type ReferenceOption } from "./reference-lookup.ts";

/** Shorter texts match too many references. */
const MIN_LENGTH = 3;

/** Fetches the properties with references similar to a text, debounced. */
export function useSimilarReferences(
  panel: SearchPanel,
  typed: string,
): readonly ReferenceOption[] {
  const [result, setResult] = useState<{ typed: string; options: ReferenceOption[] }>();
  useEffect(() => {
    if (typed.length < MIN_LENGTH) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      lookupReference(panel, typed, abort.signal).then(
        ({ link, similar }) => {
          const options = link ? [{ reference: typed.toUpperCase(), title: "", link }] : similar;
          setResult({ typed, options });
        },
        () => {}, // suggestions are optional; the lookup itself reports a failure
      );
    }, timing.typingDebounce);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [panel, typed]);
  return result && typed.length >= MIN_LENGTH && result.typed === typed ? result.options : [];
}
