declare module "virtual:section-urls" {
  /** The URL of every section's chunk (scripts/section-urls.ts). */
  const urls: Readonly<Record<import("./generated/view.ts").SectionKind, string>>;
  export default urls;
}
