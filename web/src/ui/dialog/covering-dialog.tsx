import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { skipRendering } from "../../lib/skip-rendering.ts";
import { cx } from "../cx.ts";
import styles from "./dialog.module.css";
import { useScrollLock } from "./use-scroll-lock.ts";

export type CoveringDialogProps = {
  open: boolean;
  /** It is about to be opened: its content has styles and layout, hidden. */
  ahead?: boolean;
  /** Runs on Escape. */
  onClose: () => void;
  label: string;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * CoveringDialog is an opaque dialog as large as the window. content-visibility hides everything else:
 * nothing else can have the focus or is read by a screen reader, as behind a modal dialog, but the
 * browser need not compute the styles of every element again, as it does when it makes a page inert.
 * Browsers without content-visibility open it as a modal dialog.
 */
export function CoveringDialog({
  open,
  ahead = false,
  onClose,
  label,
  className,
  children,
}: CoveringDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const isAhead = ahead && !open && canCover();
  useScrollLock(open);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    // First, so that a dialog that was rendered ahead keeps its layout: cover computes styles.
    if (canCover()) dialog.show();
    else dialog.showModal();
    const uncover = cover(dialog);
    return () => {
      uncover();
      dialog.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const keys = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, [open, onClose]);

  return createPortal(
    <dialog
      ref={ref}
      aria-modal="true"
      aria-label={label}
      aria-hidden={isAhead || undefined}
      data-modal=""
      className={cx(styles.dialog, styles.covering, isAhead && styles.ahead, className)}
    >
      {children}
    </dialog>,
    document.body,
  );
}

const canCover = (): boolean => Boolean(window.CSS?.supports("content-visibility", "hidden"));

/** Hides everything but the dialog and messages, in its present size. Returns how to show it again. */
function cover(dialog: HTMLElement): () => void {
  const others = [...document.body.children, ...(document.getElementById("root")?.children ?? [])];
  return skipRendering(
    others.filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        element !== dialog &&
        element.id !== "root" &&
        element.role !== "status",
    ),
  );
}
