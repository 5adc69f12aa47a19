import type { Image } from "../generated/image.ts";

/** The list with a picture that has arrived, among the others of its drop in the order of the drop. */
export function inserted(
  list: readonly Image[],
  image: Image,
  before: readonly string[],
  after: readonly string[],
): Image[] {
  if (list.some(({ source_url }) => source_url === image.source_url)) return [...list];
  const lastBefore = list.findLastIndex(({ source_url }) => before.includes(source_url));
  const firstAfter = list.findIndex(({ source_url }) => after.includes(source_url));
  const at = lastBefore >= 0 ? lastBefore + 1 : firstAfter >= 0 ? firstAfter : list.length;
  return list.toSpliced(at, 0, image);
}

/** The list with one picture at another place, from 0. */
export function moved(list: readonly Image[], address: string, to: number): Image[] {
  const from = list.findIndex(({ source_url }) => source_url === address);
  const image = list[from];
  if (!image) return [...list];
  const at = Math.min(Math.max(to, 0), list.length - 1);
  return list.toSpliced(from, 1).toSpliced(at, 0, image);
}

/** The list with one picture changed; undefined removes a part. */
export const changed = (list: readonly Image[], address: string, part: Partial<Image>): Image[] =>
  list.map((image) =>
    image.source_url === address
      ? (Object.fromEntries(
          Object.entries({ ...image, ...part }).filter(([, value]) => value !== undefined),
        ) as unknown as Image)
      : image,
  );
