/** What a visitor does first; before the site's script is there, the browser does what is asked. */
const GESTURES = ["pointerover", "pointerdown", "touchstart", "keydown", "wheel"] as const;

/** The longest wait for pictures, in ms: on a slow line words must do. */
const PATIENCE = 2500;

/** The longest wait, in ms, for the browser to tell that it has painted what is there. */
const PAINT = 300;

/**
 * Calls begin once, when the visitor sees the page: its first pictures are there and painted. Until
 * then the line and the processor are theirs, and links and forms work by themselves. A gesture
 * begins at once, and so does a page that the server could not draw.
 */
export function whenSeen(page: Document, begin: () => void): void {
  let begun = false;
  const once = () => {
    if (begun) return;
    begun = true;
    for (const gesture of GESTURES) page.removeEventListener(gesture, once);
    begin();
  };
  if (!page.getElementById("root")?.firstElementChild) {
    once();
    return;
  }
  for (const gesture of GESTURES) page.addEventListener(gesture, once, { passive: true });
  setTimeout(once, PATIENCE);
  const pictures = [...page.querySelectorAll<HTMLImageElement>("img[fetchpriority=high]")];
  void Promise.all(pictures.map(arrived))
    .then(() => painted(pictures))
    .then(once);
}

function arrived(picture: HTMLImageElement): Promise<unknown> {
  if (picture.complete) return Promise.resolve();
  return new Promise((done) => {
    picture.addEventListener("load", done, { once: true });
    picture.addEventListener("error", done, { once: true });
  });
}

type LargestPaint = PerformanceEntry & { element?: Element | null };

/** Resolves when one of the pictures is on the screen, or the words of a page that has none. */
function painted(pictures: Element[]): Promise<unknown> {
  return new Promise((done) => {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes("largest-contentful-paint")) {
      requestAnimationFrame(() => setTimeout(done));
      return;
    }
    setTimeout(done, PAINT);
    new PerformanceObserver((list, observer) => {
      const shown = list.getEntries() as LargestPaint[];
      if (
        pictures.length > 0 &&
        !shown.some(({ element }) => element && pictures.includes(element))
      )
        return;
      observer.disconnect();
      done(undefined);
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
