import type { SectionKind } from "../generated/view.ts";
import { ChunkLoadError, importAgain, withTimeout } from "../lib/chunk.ts";
import { timing } from "../lib/timing.ts";
import type { AnySection, SectionLoaders, Sections } from "./section-registry.ts";

/** In the browser every section is a chunk of its own, loaded before it is drawn. */
export const loaders: SectionLoaders = {
  about: () => import("../sections/about/about.tsx"),
  banner: () => import("../sections/banner/banner.tsx"),
  "blog-archive": () => import("../sections/blog-archive/blog-archive.tsx"),
  "blog-section": () => import("../sections/blog-section/blog-section.tsx"),
  "column-text": () => import("../sections/column-text/column-text.tsx"),
  contact: () => import("../sections/contact/contact.tsx"),
  content: () => import("../sections/content/content.tsx"),
  description: () => import("../sections/description/description.tsx"),
  development: () => import("../sections/development/development.tsx"),
  favorites: () => import("../sections/favorites/favorites.tsx"),
  gallery: () => import("../sections/gallery/gallery.tsx"),
  gutemberg: () => import("../sections/gutemberg/gutemberg.tsx"),
  home: () => import("../sections/home/home.tsx"),
  iframe: () => import("../sections/iframe/iframe.tsx"),
  image: () => import("../sections/image/image.tsx"),
  info: () => import("../sections/info/info.tsx"),
  intro: () => import("../sections/intro/intro.tsx"),
  link: () => import("../sections/link/link.tsx"),
  locations: () => import("../sections/locations/locations.tsx"),
  page: () => import("../sections/page/page.tsx"),
  "page-error": () => import("../sections/page-error/page-error.tsx"),
  post: () => import("../sections/post/post.tsx"),
  posts: () => import("../sections/posts/posts.tsx"),
  properties: () => import("../sections/properties/properties.tsx"),
  property: () => import("../sections/property/property.tsx"),
  "property-archive": () => import("../sections/property-archive/property-archive.tsx"),
  "property-carousel": () => import("../sections/property-carousel/property-carousel.tsx"),
  "property-custom": () => import("../sections/property-custom/property-custom.tsx"),
  services: () => import("../sections/services/services.tsx"),
  shortlinks: () => import("../sections/shortlinks/shortlinks.tsx"),
  slider: () => import("../sections/slider/slider.tsx"),
  tab: () => import("../sections/tab/tab.tsx"),
  video: () => import("../sections/video/video.tsx"),
  "video-list": () => import("../sections/video-list/video-list.tsx"),
};

type AnyLoader = () => Promise<{ default: AnySection }>;

/** Sections by kind; those that are not loaded yet, or failed to, are undefined. */
export function createSections(known: Partial<SectionLoaders> = loaders): Sections {
  const loaded = new Map<SectionKind, AnySection>();
  const failed = new Set<SectionKind>();
  const later = new Map<SectionKind, Promise<void>>();

  const load = async (kind: SectionKind) => {
    const loader: AnyLoader | undefined = known[kind];
    if (!loader || loaded.has(kind)) return;
    try {
      const module = failed.has(kind) ? importAgain(loader) : loader();
      loaded.set(kind, (await withTimeout(module, timing.chunkTimeout)).default);
    } catch (cause) {
      failed.add(kind);
      console.error(new ChunkLoadError(kind, cause));
    }
  };

  return {
    get: (kind) => loaded.get(kind),
    knows: (kind) => known[kind] !== undefined,
    load: async (kinds) => {
      await Promise.all([...new Set(kinds)].map(load));
    },
    loadLater: (kinds) => {
      for (const kind of kinds) {
        if (loaded.has(kind) || later.has(kind)) continue;
        const done = idle().then(() => load(kind));
        later.set(
          kind,
          done.finally(() => later.delete(kind)),
        );
      }
    },
    waiting: (kind) => later.get(kind),
    settled: () => (later.size > 0 ? Promise.all(later.values()) : undefined),
  };
}

/** A moment when the browser rests; at the latest after a second. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });
