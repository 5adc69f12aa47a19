import type { FormField, FormTab } from "../generated/forms.ts";

/** The field of a path: its own one, or the one that the path leads into. */
export function fieldOf(tabs: FormTab[], path: string): FormField | undefined {
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    for (const { fields } of tabs) {
      const found = fields.find((field) => field.path === at);
      if (found) return found;
    }
  }
  return undefined;
}
