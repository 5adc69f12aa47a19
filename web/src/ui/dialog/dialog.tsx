import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { cx } from "../cx.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  open: boolean;
  /** Called for Escape, the close button and a click beside the content. */
  onClose: () => void;
  label: string;
  /** screen: covers everything; drawer: from the right edge; box: in the middle. */
  kind?: "screen" | "drawer" | "box";
  id?: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Dialog is the browser's own modal: focus stays inside, Escape closes, focus
 * returns to what opened it. The page behind does not scroll (styles/base.css).
 */
export function Dialog({
  open,
  onClose,
  label,
  kind = "box",
  id,
  className,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // Removed while open (the visitor went back): the page must not stay locked.
  useEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  const beside = (event: MouseEvent) => {
    if (event.target === ref.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it is a second way; Escape is the keyboard's
    <dialog
      ref={ref}
      id={id}
      aria-label={label}
      data-modal=""
      className={cx(styles.dialog, styles[kind], className)}
      onClose={onClose}
      onClick={beside}
    >
      {children}
    </dialog>
  );
}
