import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "../cx.ts";
import styles from "./dialog.module.css";

export type CoveringDialogProps = {
  open: boolean;
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
export function CoveringDialog({ open, onClose, label, className, children }: CoveringDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    const uncover = cover(dialog);
    if (canCover()) dialog.show();
    else dialog.showModal();
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

  if (!opened) return null;
  return createPortal(
    <dialog
      ref={ref}
      aria-modal="true"
      aria-label={label}
      data-modal=""
      className={cx(styles.dialog, styles.covering, className)}
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
  const covered = others.flatMap((element) =>
    element instanceof HTMLElement &&
    element !== dialog &&
    element.id !== "root" &&
    element.role !== "status"
      ? { style: element.style, height: element.offsetHeight }
      : [],
  );
  for (const { style, height } of covered) {
    style.containIntrinsicBlockSize = `${height}px`;
    style.contentVisibility = "hidden";
  }
  return () => {
    for (const { style } of covered) {
      style.containIntrinsicBlockSize = "";
      style.contentVisibility = "";
    }
  };
}
