import { type RefObject, useEffect, useState } from "react";
import type { SearchPanel, View } from "../../generated/view.ts";
import { timing } from "../../lib/timing.ts";
import { formLink } from "../navigation/form-link.ts";
import { useLinkedView } from "../navigation/navigation.ts";
import type { Choices } from "./choices.ts";

/** What a search would show: its panel, counted anew, and its result in words. */
interface Found {
  panel: SearchPanel;
  summary: string;
}

/**
 * useSearchPreview asks what the choices would find once they differ from what is in
 * force: every option is counted anew, and sending the form then costs nothing.
 */
export function useSearchPreview(
  form: RefObject<HTMLFormElement | null>,
  panel: SearchPanel,
  choices: Choices,
): Found | undefined {
  const [asked, setAsked] = useState<{ panel: SearchPanel; link: string }>();
  const changed = panel.fields.some((field) => (choices[field.name] ?? "") !== field.value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: choices are what the form holds
  useEffect(() => {
    if (!changed) {
      setAsked(undefined);
      return;
    }
    const timer = setTimeout(() => {
      if (form.current) setAsked({ panel, link: formLink(form.current, panel.action) });
    }, timing.choiceDebounce);
    return () => clearTimeout(timer);
  }, [form, panel, choices, changed]);
  const { view } = useLinkedView(asked?.panel === panel ? asked.link : undefined);
  return changed && view ? foundBy(view) : undefined;
}

function foundBy(view: View): Found | undefined {
  const results = view.content.find((section) => section.kind === "property-archive");
  if (results?.kind !== "property-archive" || !view.header.search) return undefined;
  return { panel: view.header.search, summary: results.summary };
}
