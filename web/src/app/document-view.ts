import type { View } from "../generated/view.ts";
import { readHead } from "./apply-head.ts";

/**
 * Reads the View of the document. Where the HTML is rendered the View has no head (WithoutHead in
 * internal/site/ssr/parts.go), which the document says already.
 */
export function readDocumentView(): View {
  const view = JSON.parse(document.getElementById("view")?.textContent ?? "");
  return { ...view, head: view.head ?? readHead() };
}
