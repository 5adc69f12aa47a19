import { type RefObject, useEffect, useState } from "react";
import type { SearchPanel, View } from "../../generated/view.ts";
import { timing } from "../../lib/timing.ts";
import { formLink } from "../navigation/form-link.ts";
import { useLinkedView } from "../navigation/navigation.ts";
import type { Choices } from "./choices.ts";
import { sameValues } from "./multiple.ts";

/** The panel of a search with new counts, and its result summary. */
type SearchPreview = {
  panel: SearchPanel;
  summary: string;
};

/**
 * Whether the chosen options differ from the active filters, and then their results: new counts of
 * every option. The view is then cached, so submitting the form needs no request.
 */
export function useSearchPreview(
  form: RefObject<HTMLFormElement | null>,
  panel: SearchPanel,
  choices: Choices,
): { changed: boolean; preview: SearchPreview | undefined } {
  const [requested, setRequested] = useState<{ panel: SearchPanel; link: string }>();
  const changed = panel.fields.some((field) => !sameValues(choices[field.name] ?? "", field.value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choices are the values of the form
  useEffect(() => {
    if (!changed) {
      setRequested(undefined);
      return;
    }
    const timer = setTimeout(() => {
      if (form.current) setRequested({ panel, link: formLink(form.current, panel.action) });
    }, timing.choiceDebounce);
    return () => clearTimeout(timer);
  }, [form, panel, choices, changed]);
  const { view } = useLinkedView(requested?.panel === panel ? requested.link : undefined);
  return { changed, preview: changed && view ? previewOf(view) : undefined };
}

function previewOf(view: View): SearchPreview | undefined {
  const results = view.content.find((section) => section.kind === "property-archive");
  if (results?.kind !== "property-archive" || !view.header.search) return undefined;
  return { panel: view.header.search, summary: results.summary };
}
