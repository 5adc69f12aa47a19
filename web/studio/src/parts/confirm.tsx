import type { ReactNode } from "react";
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
  busy?: boolean;
  onYes: () => void;
  onClose: () => void;
};

/** Confirm asks before something that cannot be taken back. It is open as long as it is rendered. */
export function Confirm({ title, text, yes, busy = false, onYes, onClose }: ConfirmProps) {
  const { cancel } = useWords(common);
  return (
    <Dialog open onClose={onClose} label={title}>
      <div className={styles.confirm}>
        <h2 className={styles.title}>{title}</h2>
        {text ? <p className={styles.text}>{text}</p> : null}
        <div className={styles.buttons}>
          <Button disabled={busy} onClick={onYes}>
            {yes}
          </Button>
          <Button variant="line" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
