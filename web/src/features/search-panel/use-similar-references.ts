import { useEffect, useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { timing } from "../../lib/timing.ts";
import { lookupReference, type ReferenceOption } from "./reference-lookup.ts";

/** Less than this of a reference names half of the agency's homes. */
const SHORTEST = 3;

/** useSimilarReferences fetches the homes that come close to a text, once the typing rests. */
export function useSimilarReferences(
  panel: SearchPanel,
  typed: string,
): readonly ReferenceOption[] {
  const [found, setFound] = useState<{ typed: string; options: ReferenceOption[] }>();
  useEffect(() => {
    if (typed.length < SHORTEST) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      lookupReference(panel, typed, stop.signal).then(
        ({ link, near }) => {
          const options = link ? [{ reference: typed.toUpperCase(), title: "", link }] : near;
          setFound({ typed, options });
        },
        () => {}, // suggestions are an extra: the look-up itself tells of a failure
      );
    }, timing.typingDebounce);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [panel, typed]);
  return found && typed.length >= SHORTEST && found.typed === typed ? found.options : [];
}
