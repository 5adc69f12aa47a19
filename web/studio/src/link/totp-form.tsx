import { type FormEvent, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { sentenceOf } from "../api/failure.ts";
import type { LinkDone, TOTPSecret } from "../generated/api.ts";
import { useWords } from "../words/words.ts";
import styles from "./link.module.css";
import { QRCode } from "./qr-code.tsx";
import { linkWords } from "./words.ts";

export type TOTPFormProps = {
  secret: TOTPSecret;
  /** Sends the code of the authenticator. */
  confirm: (code: string) => Promise<LinkDone>;
  onDone: (done: LinkDone) => void;
};

/** TOTPForm shows the secret of a new authenticator, to scan or to type, and takes its first code. */
export function TOTPForm({ secret, confirm, onDone }: TOTPFormProps) {
  const t = useWords(linkWords);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError("");
    try {
      onDone(await confirm(code.replaceAll(/\s/g, "")));
    } catch (cause) {
      setError(sentenceOf(cause));
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t.scan}</p>
      <QRCode text={secret.uri} label={t.qr} />
      <p className={styles.note}>{t.typed}</p>
      <p className={styles.secret}>{secret.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
      <TextInput
        label={t.code}
        note={t.codeNote}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" wide disabled={busy}>
        {t.finish}
      </Button>
    </form>
  );
}
