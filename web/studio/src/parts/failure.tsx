import { Button } from "../../../src/ui/button/button.tsx";
import { sentenceOf } from "../api/failure.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./parts.module.css";

export type FailureProps = { error: unknown; onAgain?: (() => void) | undefined };

/** Failure tells what went wrong, with a button to try again. Nothing without an error. */
export function Failure({ error, onAgain }: FailureProps) {
  const t = useWords(common);
  if (!error) return null;
  return (
    <div className={styles.failure} role="alert">
      <p>{sentenceOf(error)}</p>
      {onAgain ? (
        <Button variant="line" size="small" onClick={onAgain}>
          {t.again}
        </Button>
      ) : null}
    </div>
  );
}
