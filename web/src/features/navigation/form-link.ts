/**
 * The link of a GET form in normal form, which saves a redirect: sorted by key, without empty values,
 * the values of one field joined by commas. It includes the value of the submit button.
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
  for (const [name, list] of values) query.set(name, list.join(","));
  return linkWithQuery(action, query);
}

/** The link of a path with a query, sorted by key; commas stay as they are. */
export function linkWithQuery(path: string, query: URLSearchParams): string {
  query.sort();
  const text = query.toString().replaceAll("%2C", ",");
  return text === "" ? path : `${path}?${text}`;
}
