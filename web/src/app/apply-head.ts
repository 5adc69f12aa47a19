import type { Head, View } from "../generated/view.ts";

/**
 * Makes the document's head that of a view, as the server would have written it. Every tag that
 * belongs to a view carries data-head; the rest of the head stays.
 */
export function applyHead({ head, lang }: View): void {
  document.title = head.title;
  document.documentElement.lang = lang;
  for (const old of document.head.querySelectorAll("[data-head]")) old.remove();
  document.head.append(...tags(head));
}

function tags(head: Head): HTMLElement[] {
  const made = [
    meta("name", "description", head.description),
    meta("name", "robots", head.robots),
    link("canonical", head.canonical),
    link("prev", head.prev),
    link("next", head.next),
    ...(head.alternates ?? []).map(({ hreflang, href }) => link("alternate", href, { hreflang })),
    link("alternate", head.feed, { type: "application/rss+xml" }),
    ...(head.meta ?? []).map(({ name, property, content }) =>
      name ? meta("name", name, content) : meta("property", property ?? "", content),
    ),
    ...(head.jsonld ?? []).map(data),
  ];
  return made.filter((tag) => tag !== null);
}

function meta(key: "name" | "property", name: string, content: string | undefined) {
  if (!content) return null;
  return element("meta", { [key]: name, content });
}

function link(rel: string, href: string | undefined, more: Record<string, string> = {}) {
  return href ? element("link", { rel, href, ...more }) : null;
}

function data(value: unknown): HTMLElement {
  const script = element("script", { type: "application/ld+json" });
  script.textContent = JSON.stringify(value);
  return script;
}

function element(name: string, attributes: Record<string, string>): HTMLElement {
  const made = document.createElement(name);
  made.dataset.head = "";
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
