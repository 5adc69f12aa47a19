import type { Rendering } from "../app/render-view.tsx";
import { partLists } from "../generated/catalog.ts";
import type { View } from "../generated/view.ts";

/** Makes the frames of a render worker and completes its pages, as internal/site/ssr does. */
export function createFrames() {
  const numbers = new Map<string, number>();
  const html = new Map<number, string>();
  return {
    /** The frame of a View: its new parts, and the View with numbers in place of its parts, without head. */
    frameOf({ head, chrome, ...view }: View): string {
      const added: unknown[] = [];
      const numberOf = (part: unknown): number => {
        const json = JSON.stringify(part);
        const known = numbers.get(json);
        if (known !== undefined) return known;
        added.push(numbers.size, part);
        numbers.set(json, numbers.size);
        return numbers.size - 1;
      };
      const thin = JSON.stringify({ ...view, chrome: numberOf(chrome) }, (key, value) =>
        Array.isArray(value) && partLists.some((list) => list === key)
          ? value.map(numberOf)
          : value,
      );
      return `[${JSON.stringify(added)},${thin}]`;
    },
    /** The HTML of a page with its fragments. */
    htmlOf({ html: page, fragments }: Rendering): string {
      if (!fragments) return page;
      for (const added of fragments.added) html.set(added.id, added.html);
      const [before, ...pieces] = page.split(fragments.marker);
      return pieces.reduce((whole, piece) => {
        const end = piece.indexOf("\n");
        const ids = piece.slice(0, end).split(" ").map(Number);
        return whole + ids.map((id) => html.get(id)).join("") + piece.slice(end + 1);
      }, before as string);
    },
  };
}
