import { type FormEvent, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { ApiProblem, call } from "../api/call.ts";
import { sentenceOf } from "../api/failure.ts";
import type { Session } from "../generated/api.ts";
import { useWords } from "../words/words.ts";
import { confirmPasskey, hasPasskeys, PasskeyCancelled } from "./passkey.ts";
import styles from "./sign-in.module.css";
import { signInWords } from "./words.ts";

export type SignInFormProps = {
  /** Where the factors are sent: a sign-in, or the confirmation of the present user. */
  at: "session" | "session/strong";
  /** The mail of the user who signs in again; it cannot be changed. */
  mail?: string;
  onDone: (session: Session) => void;
};

/** SignInForm takes a passkey, or a password and the code of an authenticator. */
export function SignInForm({ at, mail: fixedMail, onDone }: SignInFormProps) {
  const t = useWords(signInWords);
  const strong = at === "session/strong";
  const [mail, setMail] = useState(fixedMail ?? "");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [keep, setKeep] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const run = async (signIn: () => Promise<Session>) => {
    if (busy) return;
    setBusy(true);
    setError("");
    try {
      onDone(await signIn());
    } catch (cause) {
      const type = cause instanceof ApiProblem ? cause.problem.type : "";
      if (type === "code-needed" && !needsCode) setNeedsCode(true);
      else setError(cause instanceof PasskeyCancelled ? t.passkeyCancelled : sentenceOf(cause));
      if (type === "wrong") setCode("");
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = strong ? { password, code } : { mail: mail.trim(), password, code, keep };
    const path = strong ? "session/strong" : "session/password";
    void run(() => call<Session>("POST", path, body, { askUser: false }));
  };

  const passkey = () => run(() => confirmPasskey<Session>(`${at}/passkey`, strong ? {} : { keep }));

  return (
    <form className={styles.form} onSubmit={submit}>
      {hasPasskeys() ? (
        <>
          <Button wide disabled={busy} onClick={passkey}>
            <Icon name="key" />
            {strong ? t.strongPasskey : t.withPasskey}
          </Button>
          <p className={styles.or}>
            <span>{t.or}</span>
          </p>
        </>
      ) : null}
      {strong ? null : (
        <TextInput
          label={t.mail}
          type="email"
          name="mail"
          autoComplete="username"
          required
          readOnly={fixedMail !== undefined}
          value={mail}
          onChange={(event) => setMail(event.target.value)}
        />
      )}
      <TextInput
        label={t.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsCode ? (
        <TextInput
          label={t.code}
          note={t.codeNote}
          name="code"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
      {strong ? null : (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={keep}
            onChange={(event) => setKeep(event.target.checked)}
          />
          {t.keep}
        </label>
      )}
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" variant={hasPasskeys() ? "line" : "solid"} wide disabled={busy}>
        {strong ? t.confirm : t.submit}
      </Button>
    </form>
  );
}
