import { type FormEvent, useState } from "react";
import type { Lang } from "../../../src/generated/i18n.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { SelectInput, TextInput } from "../../../src/ui/field/field.tsx";
import { call } from "../api/call.ts";
import { reload } from "../api/query.ts";
import { fetchSession } from "../app/session.ts";
import type { AccountChange, User } from "../generated/api.ts";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./account.module.css";
import { accountWords } from "./words.ts";

/** The name is changed with a button, the language at once. */
export function PersonPanel({ user }: { user: User }) {
  const t = useWords(accountWords);
  const { save, languages } = useWords(common);
  const [name, setName] = useState(user.name);
  const { busy, run } = useTask();
  const change = (body: AccountChange) =>
    run(async () => {
      await call("PATCH", "account", body);
      reload("account");
      await fetchSession();
      showToast(t.saved);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change({ name: name.trim() });
  };
  return (
    <Panel title={t.person}>
      <p className={styles.soft}>{user.mail}</p>
      <form className={styles.line} onSubmit={submit}>
        <TextInput
          label={t.name}
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {name.trim() === user.name ? null : (
          <Button type="submit" variant="line" disabled={busy || !name.trim()}>
            {save}
          </Button>
        )}
      </form>
      <div className={styles.line}>
        <SelectInput
          label={t.lang}
          value={user.lang}
          disabled={busy}
          onChange={(event) => {
            const lang = event.target.value as Lang;
            void change({ lang });
          }}
        >
          {(["en", "es"] as const).map((value) => (
            <option key={value} value={value}>
              {languages[value]}
            </option>
          ))}
        </SelectInput>
      </div>
    </Panel>
  );
}
