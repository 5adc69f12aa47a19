import { partLists } from "../generated/catalog.ts";
import type { View } from "../generated/view.ts";

/** A View as a render worker gets it: the head is for documents and browsers. */
export type ServerView = Omit<View, "head">;

/**
 * The parts of Views that a render worker keeps: the chrome, cards and search fields. Many pages
 * have the same ones, so Go sends each part once and its number afterwards (internal/site/ssr/parts.go).
 */
export type PartTable = {
  /** Reads the JSON of a View, or a frame: [[number, part, number, part …], view] with its new parts. */
  read(json: string): ServerView;
  /** The number of an object of a View, if it is a part. */
  numberOf(object: object): number | undefined;
};

const lists = new Set<string>(partLists);

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
      if (typeof view.chrome === "number") view.chrome = parts[view.chrome];
      return view;
    },
    numberOf: (object) => numbers.get(object),
  };
}

/** Puts the parts in place of their numbers. On parsed JSON, Object.keys is several times as fast as for … in. */
function restore(node: object, parts: object[]): void {
  if (Array.isArray(node)) {
    for (const item of node) if (typeof item === "object" && item !== null) restore(item, parts);
    return;
  }
  for (const key of Object.keys(node)) {
    const value = (node as Record<string, unknown>)[key];
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value) && typeof value[0] === "number" && lists.has(key)) {
      for (let i = 0; i < value.length; i++) value[i] = parts[value[i]];
    } else {
      restore(value, parts);
    }
  }
}
