import type { View } from "../generated/view.ts";

/** A View as a render worker gets it: data and head are for documents and browsers. */
export type ServerView = Omit<View, "data" | "head">;

/**
 * The parts of Views that a render worker keeps: cards, menu items and search fields. Many pages
 * have the same ones, so Go sends each part once and its number afterwards (internal/ssr/parts.go).
 */
export type PartTable = {
  /** Reads the JSON of a View, or a frame: [[number, part, number, part …], view] with its new parts. */
  read(json: string): ServerView;
  /** The number of an object of a View, if it is a part. */
  numberOf(object: object): number | undefined;
};

/** The keys of lists whose elements are parts, as in internal/ssr/parts.go. */
const LISTS = new Set(["cards", "near", "menu", "fields"]);

export function createPartTable(): PartTable {
  const parts: object[] = [];
  const numbers = new WeakMap<object, number>();
  const add = (number: number, part: object) => {
    parts[number] = part;
    numbers.set(part, number);
  };
  return {
    read(json) {
      const frame = JSON.parse(json);
      if (!Array.isArray(frame)) return frame;
      const [added, view] = frame;
      for (let i = 0; i < added.length; i += 2) add(added[i], added[i + 1]);
      restore(view, parts);
      return view;
    },
    numberOf: (object) => numbers.get(object),
  };
}

/** Puts the parts in place of their numbers. */
function restore(node: object, parts: object[]): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value) && LISTS.has(key)) {
      value.forEach((item, index) => {
        if (typeof item === "number") value[index] = parts[item];
      });
    } else {
      restore(value, parts);
    }
  }
}
