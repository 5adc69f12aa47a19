import type { SubmitEvent } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { timing } from "../../lib/timing.ts";
import { useNavigate } from "../navigation/navigation.ts";
import { showToast } from "../toast/toast.ts";

interface ReferenceAnswer {
  success?: boolean;
  data?: { type?: string; name?: string; link?: string };
}

/**
 * useReferenceLookup gives the handler of the form's submit event: a typed
 * reference leads straight to its home; an unknown one is said and emptied.
 */
export function useReferenceLookup(panel: SearchPanel) {
  const t = useT();
  const navigate = useNavigate();
  return (event: SubmitEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem("search_reference");
    if (!(field instanceof HTMLInputElement) || field.value.trim() === "") return;
    event.preventDefault();
    ask(panel, field.value.trim())
      .then((link) => {
        if (link) return navigate(link);
        showToast(t("ui.search.referenceNotFound"), timing.toastReferenceNotFound);
        field.value = "";
      })
      .catch((err: unknown) => {
        console.error("reference look-up failed", err);
        showToast(t("ui.search.referenceFailed"), timing.toastReferenceNotFound);
      });
  };
}

/** ask returns the link of the home with that reference, or nothing. */
async function ask(panel: SearchPanel, reference: string): Promise<string | undefined> {
  const join = panel.reference.includes("?") ? "&" : "?";
  const query = new URLSearchParams({ reference, type: panel.kind });
  const response = await fetch(`${panel.reference}${join}${query}`, {
    headers: { accept: "application/json" },
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const answer = (await response.json()) as ReferenceAnswer;
  if (!answer.success || !answer.data) return undefined;
  const { link, type, name } = answer.data;
  if (link) return link;
  return type && name ? `${root(panel.action)}${type}/${name}/` : undefined;
}

/** root is what stands before the section in the form's own address: the base and the language. */
function root(action: string): string {
  return /^(.*?\/(?:[a-z]{2}\/)?)[^/]*(?:\/.*)?$/.exec(action)?.[1] ?? "/";
}
