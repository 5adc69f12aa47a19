import type { Head, View } from "../generated/view.ts";
import { trustedData } from "../lib/trusted.ts";

const RSS = "application/rss+xml";

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

/** Reads the head of the document's own View from the tags that the server wrote. */
export function readHead(): Head {
  const head: Head = { title: document.title };
  for (const tag of document.head.querySelectorAll("[data-head]")) readTag(tag, head);
  return head;
}

function readTag(tag: Element, head: Head): void {
  if (tag instanceof HTMLMetaElement) readMeta(tag, head);
  else if (tag instanceof HTMLLinkElement) readLink(tag, head);
  else if (tag instanceof HTMLScriptElement) {
    head.jsonld ??= [];
    head.jsonld.push(JSON.parse(tag.text));
  }
}

function readMeta(tag: HTMLMetaElement, head: Head): void {
  const { name, content } = tag;
  if (name === "description" || name === "robots") head[name] = content;
  else {
    const property = tag.getAttribute("property");
    head.meta ??= [];
    head.meta.push(property ? { property, content } : { name, content });
  }
}

function readLink({ rel, hreflang, type, href }: HTMLLinkElement, head: Head): void {
  if (rel === "canonical" || rel === "prev" || rel === "next") head[rel] = href;
  else if (hreflang) {
    head.alternates ??= [];
    head.alternates.push({ hreflang, href });
  } else if (type === RSS) head.feed = href;
}

function tags(head: Head): HTMLElement[] {
  const elements = [
    meta("name", "description", head.description),
    meta("name", "robots", head.robots),
    link("canonical", head.canonical),
    link("prev", head.prev),
    link("next", head.next),
    ...(head.alternates ?? []).map(({ hreflang, href }) => link("alternate", href, { hreflang })),
    link("alternate", head.feed, { type: RSS }),
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
