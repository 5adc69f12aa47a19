import { useEffect } from "react";
import { createStore, useStore } from "../../../src/lib/store.ts";
import { IconButton } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./parts.module.css";

export type Toast = {
  id: number;
  text: string;
  /** A button, such as undo. It closes the toast. */
  action?: { label: string; run: () => void };
  /** How long the toast stays (ms). */
  time: number;
  problem?: boolean;
};

const toasts = createStore<readonly Toast[]>([]);
let last = 0;

/** How long an undo is offered (ms): as long as nobody outside is told of a change. */
export const UNDO_TIME = 60_000;

/** At most this many toasts are visible; the oldest one goes first. */
const MAX = 3;

/** Shows a message at the edge of the window. */
export function showToast(text: string, options: Partial<Omit<Toast, "id" | "text">> = {}): void {
  last += 1;
  const toast: Toast = { id: last, text, time: options.action ? UNDO_TIME : 6_000, ...options };
  toasts.set([...toasts.get(), toast].slice(-MAX));
}

const close = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Removes all messages: at a sign-out their actions are those of another user. */
export const clearToasts = (): void => toasts.set([]);

/** Toasts is the region of the messages, once in the shell. */
export function Toasts() {
  const shown = useStore(toasts, []);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastLine({ toast: { id, text, action, time, problem } }: { toast: Toast }) {
  const t = useWords(common);
  useEffect(() => {
    const timer = setTimeout(() => close(id), time);
    return () => clearTimeout(timer);
  }, [id, time]);
  return (
    <div className={styles.toast} data-problem={problem || undefined} data-floats="">
      <p>{text}</p>
      {action ? (
        <button
          type="button"
          className={styles.toastAction}
          onClick={() => {
            close(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <IconButton label={t.close} onClick={() => close(id)} className={styles.toastClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
