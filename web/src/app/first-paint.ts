/** Interactions that start the site's script at once; until then the browser handles them alone. */
const EVENTS = ["pointerover", "pointerdown", "touchstart", "keydown", "wheel"] as const;

/** The maximum wait for the first pictures, in ms. */
const PICTURE_TIMEOUT = 2500;

/** The maximum wait for a largest-contentful-paint entry, in ms. */
const PAINT_TIMEOUT = 300;

/**
 * Calls start once, after the first pictures have loaded and painted, so that scripts do not
 * compete with them; links and forms work without scripts until then. An interaction calls start at
 * once, and so does a page that was not rendered on the server.
 */
export function afterFirstPaint(page: Document, start: () => void): void {
  let started = false;
  const once = () => {
    if (started) return;
    started = true;
    for (const event of EVENTS) page.removeEventListener(event, once);
    start();
  };
  if (!page.getElementById("root")?.firstElementChild) {
    once();
    return;
  }
  for (const event of EVENTS) page.addEventListener(event, once, { passive: true });
  setTimeout(once, PICTURE_TIMEOUT);
  const pictures = [...page.querySelectorAll<HTMLImageElement>("img[fetchpriority=high]")];
  void Promise.all(pictures.map(loaded))
    .then(() => painted(pictures))
    .then(once);
}

/** Resolves when a picture has loaded or failed. */
function loaded(picture: HTMLImageElement): Promise<unknown> {
  if (picture.complete) return Promise.resolve();
  return new Promise((resolve) => {
    picture.addEventListener("load", resolve, { once: true });
    picture.addEventListener("error", resolve, { once: true });
  });
}

type LargestPaint = PerformanceEntry & { element?: Element | null };

/** Resolves when one of the pictures is painted; on a page without pictures, when anything is. */
function painted(pictures: Element[]): Promise<unknown> {
  return new Promise((resolve) => {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes("largest-contentful-paint")) {
      requestAnimationFrame(() => setTimeout(resolve));
      return;
    }
    setTimeout(resolve, PAINT_TIMEOUT);
    new PerformanceObserver((list, observer) => {
      const entries = list.getEntries() as LargestPaint[];
      if (
        pictures.length > 0 &&
        !entries.some(({ element }) => element && pictures.includes(element))
      )
        return;
      observer.disconnect();
      resolve(undefined);
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
