import { Spinner } from "../../../src/ui/spinner/spinner.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./parts.module.css";

/** Waiting fills the place of a screen while it loads. It appears late, so that a quick answer does not flash. */
export function Waiting() {
  const t = useWords(common);
  return (
    <div className={styles.waiting} role="status">
      <Spinner label={t.loading} />
    </div>
  );
}
