import type { Picture } from "../../generated/view.ts";

/** The srcset of one format. A rendition is never wider than its original. */
export function srcset({ src, width }: Picture, widths: number[], extension: string): string {
  const stem = src.slice(0, src.lastIndexOf("-") + 1);
  return widths.map((each) => `${stem}${each}.${extension} ${Math.min(each, width)}w`).join(", ");
}
