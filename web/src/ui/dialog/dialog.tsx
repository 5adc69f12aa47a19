import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { cx } from "../cx.ts";
import styles from "./dialog.module.css";

export type DialogProps = {
  open: boolean;
  /** Runs on Escape and on a click on the backdrop. */
  onClose: () => void;
  label: string;
  /** screen: the whole window; drawer: at the right edge; box: centred. */
  kind?: "screen" | "drawer" | "box";
  id?: string;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * Dialog is a modal dialog element: the browser traps the focus, closes on Escape and restores the
 * focus. The page behind does not scroll (styles/base.css).
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
  // A layout effect: the effects of the children may measure, so the dialog is open before them.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  // An open dialog that unmounts, for example on a back step, must not leave the page locked.
  useEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  const clickBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent
    <dialog
      ref={ref}
      id={id}
      aria-label={label}
      className={cx(styles.dialog, styles[kind], className)}
      onClose={onClose}
      onClick={clickBackdrop}
    >
      {children}
    </dialog>
  );
}
