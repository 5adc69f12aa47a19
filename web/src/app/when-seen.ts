/** What a visitor does first; before the site's script is there, the browser does what is asked. */
const GESTURES = ["pointerover", "pointerdown", "touchstart", "keydown", "wheel"] as const;

/** The longest wait for pictures, in ms: on a slow line words must do. */
const PATIENCE = 2500;

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
  void Promise.all(pictures.map(arrived)).then(() => requestAnimationFrame(() => setTimeout(once)));
}

function arrived(picture: HTMLImageElement): Promise<unknown> {
  if (picture.complete) return Promise.resolve();
  return new Promise((done) => {
    picture.addEventListener("load", done, { once: true });
    picture.addEventListener("error", done, { once: true });
  });
}
