import { useEffect } from "react";
import { useStore } from "../../../src/lib/store.ts";
import { deliverNow, unsent } from "../api/deliver.ts";
import { sentenceOf } from "../api/failure.ts";
import { reload } from "../api/query.ts";
import { saveRemembered } from "../api/save.ts";
import { useSession } from "../app/session.ts";
import { showToast } from "../parts/toast.tsx";
import { useWords } from "../words/words.ts";
import styles from "./shell.module.css";
import { shellWords } from "./words.ts";

const NONE = { count: 0, signedOut: false };

/** Connection says what has not reached the server yet, and sends what an earlier visit has left unsent. */
export function Connection() {
  const t = useWords(shellWords);
  const { id } = useSession().user;
  const { count, signedOut } = useStore(unsent, NONE);
  useEffect(() => {
    const refused = (error: unknown) => showToast(sentenceOf(error), { problem: true });
    void saveRemembered(id, refused).then((saved) => {
      if (saved > 0) {
        showToast(t.sent(saved));
        reload("");
      }
    });
  }, [id, t]);
  return (
    <div role="status" className={styles.connection}>
      {count > 0 ? (
        <p>
          {signedOut ? t.waitsForSignIn(count) : t.waits(count)}
          <button type="button" onClick={deliverNow}>
            {signedOut ? t.signInNow : t.sendNow}
          </button>
        </p>
      ) : null}
    </div>
  );
}
