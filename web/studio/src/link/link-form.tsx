import { type FormEvent, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { call } from "../api/call.ts";
import { fieldProblems, sentenceOf } from "../api/failure.ts";
import type { LinkDone, LinkInfo, TOTPSecret } from "../generated/api.ts";
import { createPasskey, hasPasskeys, PasskeyCancelled } from "../sign-in/passkey.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./link.module.css";
import { TOTPForm } from "./totp-form.tsx";
import { linkWords } from "./words.ts";

export type LinkFormProps = { token: string; info: LinkInfo; onDone: (done: LinkDone) => void };

/** LinkForm asks for the person and for a passkey, or for a password with an authenticator. */
export function LinkForm({ token, info, onDone }: LinkFormProps) {
  const t = useWords(linkWords);
  const lang = useLang();
  const passkeys = info.passkeys_work && hasPasskeys();
  const [mail, setMail] = useState(info.mail ?? "");
  const [name, setName] = useState(info.name ?? "");
  const [password, setPassword] = useState("");
  const [withPassword, setWithPassword] = useState(!passkeys);
  const [secret, setSecret] = useState<TOTPSecret | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const person = { mail: mail.trim(), name: name.trim(), lang };
  const problems = fieldProblems(error);

  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (withPassword) {
        const body = { token, person, password };
        setSecret(await call<TOTPSecret>("POST", "link/password", body, { askUser: false }));
      } else {
        const start = { token, person };
        onDone(await createPasskey<LinkDone>("link/passkey", start, { link: token, person }));
      }
    });
  };

  if (secret) {
    const confirm = (code: string) =>
      call<LinkDone>("POST", "link/totp", { token, code }, { askUser: false });
    return <TOTPForm secret={secret} confirm={confirm} onDone={onDone} />;
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={t.name}
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        note={problems.name}
        aria-invalid={problems.name ? true : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <TextInput
        label={t.mail}
        type="email"
        name="mail"
        autoComplete="username"
        required
        readOnly={Boolean(info.mail)}
        value={mail}
        note={problems.mail}
        aria-invalid={problems.mail ? true : undefined}
        onChange={(event) => setMail(event.target.value)}
      />
      {withPassword ? (
        <TextInput
          label={t.newPassword}
          type="password"
          name="password"
          autoComplete="new-password"
          required
          minLength={12}
          value={password}
          note={problems.password ?? t.passwordNote}
          aria-invalid={problems.password ? true : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      <p className={styles.error} role="alert">
        {error instanceof PasskeyCancelled ? t.passkeyCancelled : error ? sentenceOf(error) : ""}
      </p>
      <Button type="submit" wide disabled={busy}>
        {withPassword ? (
          t.next
        ) : (
          <>
            <Icon name="key" />
            {t.passkey}
          </>
        )}
      </Button>
      {withPassword ? null : <p className={styles.note}>{t.passkeyNote}</p>}
      {passkeys ? (
        <Button variant="text" onClick={() => setWithPassword(!withPassword)}>
          {withPassword ? t.passkey : t.password}
        </Button>
      ) : null}
    </form>
  );
}
