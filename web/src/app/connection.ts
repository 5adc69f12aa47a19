import type { Connection } from "../features/navigation/prefetch.ts";

/** What the browser tells about the network; undefined where it tells nothing. */
export const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection;
