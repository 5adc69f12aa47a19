import { type FormEvent, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { call } from "../api/call.ts";
import { fieldProblems } from "../api/failure.ts";
import { reload } from "../api/query.ts";
import { useSession } from "../app/session.ts";
import type { LinkDone, TOTPSecret } from "../generated/api.ts";
import { RecoveryCodes } from "../link/recovery-codes.tsx";
import { TOTPForm } from "../link/totp-form.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { useWords } from "../words/words.ts";
import styles from "./account.module.css";
import { accountWords } from "./words.ts";

export type PasswordPanelProps = { codes: number; hasTOTP: boolean };

/** The password, the authenticator that belongs to it, and the recovery codes. */
export function PasswordPanel({ codes, hasTOTP }: PasswordPanelProps) {
  const t = useWords(accountWords);
  const { user } = useSession();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const [secret, setSecret] = useState<TOTPSecret | null>(null);
  const [made, setMade] = useState<string[]>([]);
  const { busy, run } = useTask();
  const done = (next: string[] = []) => {
    setSecret(null);
    setPassword("");
    setMade(next);
    reload("account");
    showToast(t.passwordSaved);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      setProblem("");
      try {
        const answer = await call<TOTPSecret | undefined>("POST", "account/password", { password });
        if (answer?.secret) setSecret(answer);
        else done();
      } catch (error) {
        const found = fieldProblems(error).password;
        if (!found) throw error;
        setProblem(found);
      }
    });
  };
  return (
    <Panel title={t.password}>
      {secret ? (
        <div className={styles.narrow}>
          <TOTPForm
            secret={secret}
            confirm={(code) => call<LinkDone>("POST", "account/totp", { code })}
            onDone={(answer) => done(answer.codes)}
          />
        </div>
      ) : (
        <form className={styles.line} onSubmit={submit}>
          {/* Password managers store the password under this name. */}
          <input type="hidden" autoComplete="username" value={user.mail} readOnly />
          <TextInput
            label={t.newPassword}
            type="password"
            autoComplete="new-password"
            required
            minLength={12}
            value={password}
            note={problem || t.passwordHelp}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
          {password ? (
            <Button type="submit" variant="line" disabled={busy}>
              {t.savePassword}
            </Button>
          ) : null}
        </form>
      )}
      {made.length > 0 ? (
        <div className={styles.narrow}>
          <RecoveryCodes codes={made} />
        </div>
      ) : hasTOTP ? (
        <p className={styles.soft}>{t.codesLeft(codes)}</p>
      ) : null}
    </Panel>
  );
}
