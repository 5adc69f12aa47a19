import { beforeEach, expect, test } from "vitest";
import { sampleView } from "../test/sample-view.ts";
import { applyHead } from "./apply-head.ts";

const all = (selector: string) => [...document.head.querySelectorAll(selector)];

beforeEach(() => {
  document.head.innerHTML = `
    <meta charset="utf-8"><meta name="theme-color" content="#3d2f24"><meta name="viewport" content="width=device-width">
    <meta data-head name="description" content="old"><meta data-head name="robots" content="noindex">
    <meta data-head property="og:title" content="old"><meta data-head name="twitter:card" content="summary">
    <link rel="stylesheet" href="/style.css"><link data-head rel="canonical" href="https://x.test/old/">
    <link data-head rel="alternate" hreflang="es" href="https://x.test/es/old/">
    <script data-head type="application/ld+json">{"@type":"Old"}</script>`;
});

test("replaces the head tags of the previous view", () => {
  const view = sampleView("/new/", { lang: "es" });
  view.head = {
    title: "Nuevo",
    description: "Texto",
    canonical: "https://x.test/new/",
    next: "https://x.test/new/page/2/",
    feed: "https://x.test/feed/",
    alternates: [
      { hreflang: "en", href: "https://x.test/new/" },
      { hreflang: "x-default", href: "https://x.test/new/" },
    ],
    meta: [
      { property: "og:title", content: "Nuevo" },
      { name: "twitter:card", content: "summary_large_image" },
    ],
    jsonld: [{ "@type": "ItemList" }],
  };
  applyHead(view);

  expect(document.title).toBe("Nuevo");
  expect(document.documentElement.lang).toBe("es");
  expect(all("meta[name='description']").map((tag) => tag.getAttribute("content"))).toEqual([
    "Texto",
  ]);
  expect(all("meta[name='robots']")).toHaveLength(0);
  expect(all("meta[property='og:title'], meta[name='twitter:card']")).toHaveLength(2);
  expect(all("link[rel='canonical']").map((tag) => tag.getAttribute("href"))).toEqual([
    "https://x.test/new/",
  ]);
  expect(all("link[hreflang]").map((tag) => tag.getAttribute("hreflang"))).toEqual([
    "en",
    "x-default",
  ]);
  expect(all("link[rel='next']")).toHaveLength(1);
  expect(all("link[type='application/rss+xml']")).toHaveLength(1);
  expect(all("script[type='application/ld+json']").map((tag) => tag.textContent)).toEqual([
    '{"@type":"ItemList"}',
  ]);
});

test("keeps the other tags of the head", () => {
  applyHead(sampleView("/a/"));
  applyHead(sampleView("/b/"));
  expect(
    all("meta[charset], meta[name='viewport'], meta[name='theme-color'], link[rel='stylesheet']"),
  ).toHaveLength(4);
  expect(document.title).toBe("Title of /b/");
});

test("sets the language of the document only when it changes", () => {
  applyHead(sampleView("/es/a/", { lang: "es" }));
  const observer = new MutationObserver(() => {});
  observer.observe(document.documentElement, { attributeFilter: ["lang"] });
  applyHead(sampleView("/es/b/", { lang: "es" }));
  expect(observer.takeRecords()).toEqual([]);
  applyHead(sampleView("/b/"));
  expect(observer.takeRecords()).toHaveLength(1);
  expect(document.documentElement.lang).toBe("en");
  observer.disconnect();
});
