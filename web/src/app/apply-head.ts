import type { Head, View } from "../generated/view.ts";
import { trustedData } from "../lib/trusted.ts";

/**
 * Replaces the head tags of the previous view, as the server writes them. The tags of a view carry
 * data-head; the other tags stay.
 */
export function applyHead({ head, lang }: View): void {
  document.title = head.title;
  // To set an equal language too makes Chromium compute the styles of the whole page.
  if (document.documentElement.lang !== lang) document.documentElement.lang = lang;
  for (const old of document.head.querySelectorAll("[data-head]")) old.remove();
  document.head.append(...tags(head));
}

function tags(head: Head): HTMLElement[] {
  const elements = [
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
    ...(head.jsonld ?? []).map(jsonLD),
  ];
  return elements.filter((tag) => tag !== null);
}

function meta(key: "name" | "property", name: string, content: string | undefined) {
  if (!content) return null;
  return element("meta", { [key]: name, content });
}

function link(rel: string, href: string | undefined, attributes: Record<string, string> = {}) {
  return href ? element("link", { rel, href, ...attributes }) : null;
}

function jsonLD(value: unknown): HTMLElement {
  const script = element("script", { type: "application/ld+json" });
  script.textContent = trustedData(value);
  return script;
}

function element(name: string, attributes: Record<string, string>): HTMLElement {
  const node = document.createElement(name);
  node.dataset.head = "";
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
