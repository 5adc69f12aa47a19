import type { SearchPanel } from "../../generated/view.ts";

/** A home that a reference may mean. */
export interface ReferenceOption {
  reference: string;
  title: string;
  link: string;
}

/** What the look-up says: the home's link, or the references that come close. */
export interface ReferenceResult {
  link?: string | undefined;
  near: ReferenceOption[];
}

interface Raw {
  success?: boolean;
  data?: { type?: string; name?: string; link?: string };
  near?: Partial<ReferenceOption>[];
}

/** lookupReference looks a reference up. It throws where no answer could be had. */
export async function lookupReference(
  panel: SearchPanel,
  reference: string,
  signal?: AbortSignal,
): Promise<ReferenceResult> {
  const join = panel.reference.includes("?") ? "&" : "?";
  const query = new URLSearchParams({ reference, type: panel.kind });
  const response = await fetch(`${panel.reference}${join}${query}`, {
    headers: { accept: "application/json" },
    signal: signal ?? null,
  });
  if (response.status === 404) return { near: [] };
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const answer = (await response.json()) as Raw;
  return { link: answer.success ? linkOf(answer, panel) : undefined, near: nearOf(answer) };
}

function linkOf({ data }: Raw, panel: SearchPanel): string | undefined {
  if (data?.link) return data.link;
  return data?.type && data.name ? `${root(panel.action)}${data.type}/${data.name}/` : undefined;
}

function nearOf({ near }: Raw): ReferenceOption[] {
  if (!Array.isArray(near)) return [];
  return near.flatMap(({ reference, title, link }) =>
    reference && link ? [{ reference, title: title ?? "", link }] : [],
  );
}

/** root is what stands before the section in the form's own address: the base and the language. */
function root(action: string): string {
  return /^(.*?\/(?:[a-z]{2}\/)?)[^/]*(?:\/.*)?$/.exec(action)?.[1] ?? "/";
}

/** isNew tells whether a typed reference is worth an option of its own (specification §5.7). */
export function isNew(typed: string, options: readonly ReferenceOption[]): boolean {
  const text = typed.trim().toLowerCase();
  if (text === "") return false;
  return !options.some((option) =>
    [option.reference, labelOf(option)].some((known) => known.toLowerCase() === text),
  );
}

export const labelOf = ({ reference, title }: ReferenceOption): string =>
  title ? `${reference} · ${title}` : reference;
