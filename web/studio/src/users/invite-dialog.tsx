import { type FormEvent, useState } from "react";
import type { Lang } from "../../../src/generated/i18n.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { SelectInput, TextInput } from "../../../src/ui/field/field.tsx";
import { call } from "../api/call.ts";
import { fieldProblems } from "../api/failure.ts";
import { reload } from "../api/query.ts";
import type { Choice, Invitation, Link, Role } from "../generated/api.ts";
import { useTask } from "../parts/use-task.ts";
import { common } from "../words/common.ts";
import { useLang, useWords } from "../words/words.ts";
import type { MadeLink } from "./link-dialog.tsx";
import { RoleFields } from "./role-fields.tsx";
import styles from "./users.module.css";
import { userWords } from "./words.ts";

export type InviteDialogProps = {
  authors: Choice[];
  onMade: (made: MadeLink) => void;
  onClose: () => void;
};

/** InviteDialog makes a link by which a new person gets an account. */
export function InviteDialog({ authors, onMade, onClose }: InviteDialogProps) {
  const t = useWords(userWords);
  const { cancel, languages } = useWords(common);
  const [name, setName] = useState("");
  const [mail, setMail] = useState("");
  const [lang, setLang] = useState<Lang>(useLang());
  const [role, setRole] = useState<Role>("agent");
  const [author, setAuthor] = useState(0);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { busy, run } = useTask();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const body: Invitation = { mail: mail.trim(), name: name.trim(), lang, role, author };
      try {
        const link = await call<Link>("POST", "users", body);
        reload("users");
        onClose();
        onMade({ name: body.name, link });
      } catch (error) {
        const found = fieldProblems(error);
        setProblems(found);
        if (Object.keys(found).length === 0) throw error;
      }
    });
  };
  return (
    <Dialog open onClose={onClose} label={t.inviteTitle}>
      <form className={styles.dialog} onSubmit={submit}>
        <h2 className={styles.dialogTitle}>{t.inviteTitle}</h2>
        <TextInput
          label={t.name}
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          note={problems.name}
          aria-invalid={problems.name ? true : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          label={t.mail}
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          value={mail}
          note={problems.mail}
          aria-invalid={problems.mail ? true : undefined}
          onChange={(event) => setMail(event.target.value)}
        />
        <RoleFields
          authors={authors}
          role={role}
          author={author}
          onRole={setRole}
          onAuthor={setAuthor}
        />
        <SelectInput
          label={t.lang}
          value={lang}
          onChange={(event) => setLang(event.target.value as Lang)}
        >
          {(["en", "es"] as const).map((value) => (
            <option key={value} value={value}>
              {languages[value]}
            </option>
          ))}
        </SelectInput>
        <div className={styles.buttons}>
          <Button type="submit" disabled={busy}>
            {t.makeLink}
          </Button>
          <Button variant="line" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
