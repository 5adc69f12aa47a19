import { createContext } from "react";

/** The AVIF renditions to preload, as the attributes of their source element. */
export type Preload = { srcSet: string; sizes: string };

/** Receives each picture of high priority in document order; undefined for one without AVIF renditions. */
export type PreloadCollector = (preload: Preload | undefined) => void;

/** Set while the server renders, null in the browser. */
export const PreloadContext = createContext<PreloadCollector | null>(null);
