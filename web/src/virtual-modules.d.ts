declare module "virtual:section-urls" {
  /** The URL of every section's chunk (scripts/chunk-urls.ts). */
  const urls: Readonly<Record<import("./generated/view.ts").SectionKind, string>>;
  export default urls;
}

declare module "*?chunk-url" {
  /** The URL of the chunk of a module that this file imports dynamically (scripts/chunk-urls.ts). */
  const url: string;
  export default url;
}
