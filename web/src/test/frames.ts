import type { Rendering } from "../app/render-view.tsx";
import type { View } from "../generated/view.ts";

/** Makes the frames of a render worker and completes its pages, as internal/ssr does. */
export function createFrames() {
  const numbers = new Map<string, number>();
  const html = new Map<number, string>();
  return {
    /** The frame of a View: its new parts, and the View with numbers in place of its parts, without data and head. */
    frameOf({ data, head, ...view }: View): string {
      const added: unknown[] = [];
      const numberOf = (part: unknown): number => {
        const json = JSON.stringify(part);
        const known = numbers.get(json);
        if (known !== undefined) return known;
        added.push(numbers.size, part);
        numbers.set(json, numbers.size);
        return numbers.size - 1;
      };
      const thin = JSON.stringify(view, (key, value) =>
        Array.isArray(value) && ["cards", "near", "menu", "fields"].includes(key)
          ? value.map(numberOf)
          : value,
      );
      return `[${JSON.stringify(added)},${thin}]`;
    },
    /** The HTML of a page with its fragments. */
    htmlOf({ html: page, fragments }: Rendering): string {
      if (!fragments) return page;
      for (const added of fragments.added) html.set(added.id, added.html);
      const pieces = page.split(fragments.marker);
      return pieces
        .map((piece, index) =>
          index === 0 ? piece : html.get(fragments.order[index - 1] as number) + piece,
        )
        .join("");
    },
  };
}
