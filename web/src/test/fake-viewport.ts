import { vi } from "vitest";

// The product keeps one observer for the page's life, so it outlives a test.
const observers: { tell: IntersectionObserverCallback; watched: Set<Element> }[] = [];

/** Plays the IntersectionObserver that jsdom lacks: a test says what enters the viewport. */
export function fakeViewport() {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      watched = new Set<Element>();
      constructor(tell: IntersectionObserverCallback) {
        observers.push({ tell, watched: this.watched });
      }
      observe(element: Element) {
        this.watched.add(element);
      }
      unobserve(element: Element) {
        this.watched.delete(element);
      }
      disconnect() {
        this.watched.clear();
      }
    },
  );
  return {
    enter(target: Element) {
      for (const { tell, watched } of observers) {
        if (!watched.has(target)) continue;
        tell(
          [{ isIntersecting: true, target } as unknown as IntersectionObserverEntry],
          undefined as never,
        );
      }
    },
  };
}
