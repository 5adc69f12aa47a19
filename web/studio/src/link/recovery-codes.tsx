import { useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./link.module.css";
import { linkWords } from "./words.ts";

export type RecoveryCodesProps = { codes: string[] };

/** RecoveryCodes shows new recovery codes, which nobody can see again. */
export function RecoveryCodes({ codes }: RecoveryCodesProps) {
  const t = useWords(linkWords);
  const { copy, copied } = useWords(common);
  const [done, setDone] = useState(false);
  const copyAll = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    setDone(true);
  };
  return (
    <>
      <p className={styles.note}>{t.codesNote}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button variant="line" size="small" onClick={copyAll}>
          {done ? copied : copy}
        </Button>
        <Button variant="line" size="small" onClick={() => window.print()}>
          {t.print}
        </Button>
      </div>
    </>
  );
}
