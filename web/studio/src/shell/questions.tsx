import { useStore } from "../../../src/lib/store.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { question } from "../api/ask.ts";
import { setSession, useSession } from "../app/session.ts";
import type { Session } from "../generated/api.ts";
import styles from "../sign-in/sign-in.module.css";
import { SignInForm } from "../sign-in/sign-in-form.tsx";
import { signInWords } from "../sign-in/words.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";

/** Questions shows what a call needs of the user: signing in again, or a fresh factor. The screen stays as it is. */
export function Questions() {
  const open = useStore(question, null);
  const { user } = useSession();
  const t = useWords(signInWords);
  const { cancel } = useWords(common);
  if (!open) return null;
  const again = open.kind === "sign-in";
  const done = (session: Session) => {
    if (session.user.id !== user.id) {
      // What the screen shows belongs to somebody else.
      location.reload();
      return;
    }
    setSession(session);
    open.answer(true);
  };
  const title = again ? t.ended : t.strong;
  return (
    <Dialog open onClose={() => open.answer(false)} label={title}>
      <div className={styles.dialog}>
        <h2 className={styles.dialogTitle}>{title}</h2>
        <p className={styles.note}>{again ? t.endedNote : t.strongNote}</p>
        <SignInForm
          key={open.kind}
          at={again ? "session" : "session/strong"}
          {...(again ? { mail: user.mail } : {})}
          onDone={done}
        />
        <Button variant="text" onClick={() => open.answer(false)}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
