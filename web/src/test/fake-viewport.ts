import { vi } from "vitest";

// The product has one observer per page, which outlives a test.
const observers: { callback: IntersectionObserverCallback; targets: Set<Element> }[] = [];

/** Fakes IntersectionObserver, which jsdom lacks; enter reports an element in the viewport. */
export function fakeViewport() {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      targets = new Set<Element>();
      constructor(callback: IntersectionObserverCallback) {
        observers.push({ callback, targets: this.targets });
      }
      observe(element: Element) {
        this.targets.add(element);
      }
      unobserve(element: Element) {
        this.targets.delete(element);
      }
      disconnect() {
        this.targets.clear();
      }
    },
  );
  return {
    enter(target: Element) {
      for (const { callback, targets } of observers) {
        if (!targets.has(target)) continue;
        callback(
          [{ isIntersecting: true, target } as unknown as IntersectionObserverEntry],
          undefined as never,
        );
      }
    },
  };
}
