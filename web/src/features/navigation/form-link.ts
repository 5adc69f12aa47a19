/**
 * The link that a GET form leads to, spelled as the server spells it: sorted by key, without empty
 * values, several values of one field joined by commas; the button that sent the form counts. It saves the redirect that a plain form costs.
 */
export function formLink(
  form: HTMLFormElement,
  action: string,
  submitter?: HTMLElement | null,
): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value !== "string" || value.trim() === "") continue;
    values.set(name, [...(values.get(name) ?? []), value.trim()]);
  }
  const query = new URLSearchParams();
  for (const name of [...values.keys()].sort()) query.set(name, values.get(name)?.join(",") ?? "");
  const text = query.toString().replaceAll("%2C", ",");
  return text === "" ? action : `${action}?${text}`;
}
