import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// jsdom draws nothing, so it neither scrolls nor matches media.
window.scrollTo = vi.fn();
Element.prototype.scrollIntoView = vi.fn();
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;

afterEach(() => {
  cleanup();
  document.head.querySelectorAll("[data-head]").forEach((tag) => {
    tag.remove();
  });
});
