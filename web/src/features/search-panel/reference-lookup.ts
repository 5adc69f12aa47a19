import type { SearchPanel } from "../../generated/view.ts";

/** A property with a similar reference. */
export type ReferenceOption = {
  reference: string;
  title: string;
  link: string;
};

/** The property's link, or the properties with similar references. */
export type ReferenceResult = {
  link?: string | undefined;
  similar: ReferenceOption[];
};

type LookupResponse = {
  success?: boolean;
  data?: { type?: string; name?: string; link?: string };
  near?: Partial<ReferenceOption>[];
};

/** Looks a reference up. Rejects when the request fails. */
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
  if (response.status === 404) return { similar: [] };
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const body = (await response.json()) as LookupResponse;
  return { link: body.success ? linkOf(body, panel) : undefined, similar: similarOf(body) };
}

function linkOf({ data }: LookupResponse, panel: SearchPanel): string | undefined {
  if (data?.link) return data.link;
  return data?.type && data.name ? `${root(panel.action)}${data.type}/${data.name}/` : undefined;
}

function similarOf({ near }: LookupResponse): ReferenceOption[] {
  if (!Array.isArray(near)) return [];
  return near.flatMap(({ reference, title, link }) =>
    reference && link ? [{ reference, title: title ?? "", link }] : [],
  );
}

/** The part of the form's action before the section: base path and language prefix. */
function root(action: string): string {
  return /^(.*?\/(?:[a-z]{2}\/)?)[^/]*(?:\/.*)?$/.exec(action)?.[1] ?? "/";
}

/** Whether the typed reference gets an option of its own (specification §5.7): it equals no other option. */
export function isNewReference(typed: string, options: readonly ReferenceOption[]): boolean {
  const text = typed.trim().toLowerCase();
  if (text === "") return false;
  return !options.some((option) =>
    [option.reference, labelOf(option)].some((known) => known.toLowerCase() === text),
  );
}

export const labelOf = ({ reference, title }: ReferenceOption): string =>
  title ? `${reference} · ${title}` : reference;

/** The only similar property whose reference contains the typed text: "1001" for "ZRE1001P". */
export function onlyMatch(
  typed: string,
  similar: readonly ReferenceOption[],
): ReferenceOption | undefined {
  const [option, ...others] = similar;
  if (!option || others.length > 0) return undefined;
  return lettersAndDigits(option.reference).includes(lettersAndDigits(typed)) ? option : undefined;
}

const lettersAndDigits = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
