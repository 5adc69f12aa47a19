import { type RefObject, useEffect } from "react";

/** Closes a details element on Escape and when pointer or focus leave its form. */
export function useDismiss(ref: RefObject<HTMLDetailsElement | null>, enabled: boolean): void {
  useEffect(() => {
    const details = ref.current;
    if (!enabled || !details) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !details.closest("form")?.contains(target))
        details.open = false;
    };
    // On the document, so that a list of options inside takes Escape first.
    const closeByKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented || !details.open) return;
      details.open = false;
      if (target instanceof Node && details.contains(target))
        details.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [ref, enabled]);
}
