import type { View } from "../generated/view.ts";

/** A small, complete view. */
export function sampleView(link: string, changes: Partial<View> = {}): View {
  return {
    build: "b1",
    link,
    lang: "en",
    status: 200,
    head: { title: `Title of ${link}` },
    chrome: {
      siteTitle: "Zero Real Estate",
      loading: "Loading - Zero Real Estate",
      home: "/",
      logo: {},
      menu: [],
      favorites: "/favorites/",
      phones: [{ href: "tel:+34600000000", text: "+34 600 000 000" }],
      mails: [{ href: "mailto:info@example.test", text: "info@example.test" }],
      address: ["Marbella"],
      social: [],
      legal: [{ href: "/legal/", text: "Legal" }],
      copyright: "© Zero Real Estate",
      settings: { prefetch: "no", forcedRefresh: false },
    },
    languages: [
      { lang: "en", name: "English", href: link, current: true },
      { lang: "es", name: "Español", href: `/es${link}`, current: false },
    ],
    header: { type: "simple", title: `Heading of ${link}` },
    screen: "page",
    content: [{ kind: "page", html: "<p>Text</p>" }],
    ...changes,
  };
}
