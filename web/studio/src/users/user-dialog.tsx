import { type FormEvent, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { call } from "../api/call.ts";
import { reload } from "../api/query.ts";
import { useSession } from "../app/session.ts";
import type { Choice, Link, Role, User, UserChange } from "../generated/api.ts";
import { Confirm } from "../parts/confirm.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { useWords } from "../words/words.ts";
import type { MadeLink } from "./link-dialog.tsx";
import { RoleFields } from "./role-fields.tsx";
import styles from "./users.module.css";
import { userWords } from "./words.ts";

export type UserDialogProps = {
  user: User;
  authors: Choice[];
  onMade: (made: MadeLink) => void;
  onClose: () => void;
};

/** UserDialog changes what a user may do, lets them in again, or ends their account. */
export function UserDialog({ user, authors, onMade, onClose }: UserDialogProps) {
  const t = useWords(userWords);
  const me = useSession().user;
  const [role, setRole] = useState<Role>(user.role);
  const [author, setAuthor] = useState(user.author ?? 0);
  const [removing, setRemoving] = useState(false);
  const { busy, run } = useTask();
  const path = `users/${encodeURIComponent(user.id)}`;
  const name = user.name || user.mail;
  const isMe = user.id === me.id;

  const patch = (change: UserChange) =>
    run(async () => {
      await call("PATCH", path, change);
      reload("users");
      onClose();
      showToast(t.saved);
    });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void patch({ role, author });
  };
  const recover = () =>
    run(async () => {
      const link = await call<Link>("POST", `${path}/recover`);
      reload("users");
      onClose();
      onMade({ name, link });
    });
  const remove = () =>
    run(async () => {
      await call("DELETE", path);
      reload("users");
      onClose();
      showToast(t.removed);
    });

  if (removing) {
    return (
      <Confirm
        title={t.removeQuestion(name)}
        text={t.removeText}
        yes={t.remove}
        busy={busy}
        onYes={remove}
        onClose={() => setRemoving(false)}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} label={t.manage(name)}>
      <form className={styles.dialog} onSubmit={save}>
        <h2 className={styles.dialogTitle}>{name}</h2>
        <p className={styles.soft}>{user.mail}</p>
        <RoleFields
          authors={authors}
          role={role}
          author={author}
          onRole={setRole}
          onAuthor={setAuthor}
        />
        <div className={styles.buttons}>
          <Button type="submit" disabled={busy}>
            {t.save}
          </Button>
          <Button variant="line" onClick={onClose}>
            {t.close}
          </Button>
        </div>
        {isMe ? null : (
          <div className={styles.further}>
            <Button variant="text" disabled={busy} onClick={recover}>
              {t.recover}
            </Button>
            <p className={styles.soft}>{t.recoverHelp}</p>
            <div className={styles.buttons}>
              <Button
                variant="text"
                disabled={busy}
                onClick={() => patch({ disabled: !user.disabled })}
              >
                {user.disabled ? t.enable : t.disable}
              </Button>
              <Button variant="text" disabled={busy} onClick={() => setRemoving(true)}>
                {t.remove}
              </Button>
            </div>
          </div>
        )}
      </form>
    </Dialog>
  );
}
