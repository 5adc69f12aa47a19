import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./confirm.module.css";

export type ConfirmProps = {
  title: string;
  text?: ReactNode;
  /** The button that goes on. */
  yes: string;
  /** The button that changes nothing; "Cancel" without it. */
  no?: string;
  busy?: boolean;
  onYes: () => void;
  onClose: () => void;
};

/**
 * Confirm asks before something that cannot be taken back. It is open as long as it is rendered. The focus is on the
 * button that changes nothing: an Enter too many does no harm.
 */
export function Confirm({ title, text, yes, no, busy = false, onYes, onClose }: ConfirmProps) {
  const { cancel } = useWords(common);
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <Dialog open onClose={onClose} label={title}>
      <div className={styles.confirm}>
        <h2 className={styles.title}>{title}</h2>
        {text ? <div className={styles.text}>{text}</div> : null}
        <div className={styles.buttons}>
          <Button disabled={busy} onClick={onYes}>
            {yes}
          </Button>
          <Button ref={safe} variant="line" onClick={onClose}>
            {no ?? cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
