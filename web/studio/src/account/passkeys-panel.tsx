import { type FormEvent, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { call } from "../api/call.ts";
import { reload } from "../api/query.ts";
import { useSession } from "../app/session.ts";
import type { Passkey } from "../generated/api.ts";
import { Confirm } from "../parts/confirm.tsx";
import { formatAge } from "../parts/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { createPasskey, hasPasskeys, PasskeyCancelled } from "../sign-in/passkey.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./account.module.css";
import { accountWords } from "./words.ts";

/** The passkeys of the user, with a form for a further one. */
export function PasskeysPanel({ passkeys }: { passkeys: Passkey[] }) {
  const t = useWords(accountWords);
  const lang = useLang();
  const possible = useSession().passkeys_work && hasPasskeys();
  const [name, setName] = useState("");
  const [asked, setAsked] = useState<Passkey | null>(null);
  const { busy, run } = useTask();
  const add = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      try {
        await createPasskey("account/passkeys", {}, { name: name.trim() || t.thisDevice });
        setName("");
        reload("account");
        showToast(t.passkeyAdded);
      } catch (error) {
        if (!(error instanceof PasskeyCancelled)) throw error;
        showToast(t.passkeyFailed, { problem: true });
      }
    });
  };
  const remove = (passkey: Passkey) =>
    run(async () => {
      setAsked(null);
      await call("DELETE", `account/passkeys/${encodeURIComponent(passkey.id)}`);
      reload("account");
      showToast(t.passkeyRemoved);
    });
  return (
    <Panel title={t.passkeys} note={possible ? t.passkeysHelp : t.passkeysImpossible}>
      {passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <Icon name="key" />
              <span>
                {passkey.name}
                <span className={styles.soft}>
                  {passkey.used ? t.used(formatAge(passkey.used, lang)) : t.unused}
                </span>
              </span>
              <Button
                variant="text"
                disabled={busy}
                aria-label={`${t.remove}: ${passkey.name}`}
                onClick={() => setAsked(passkey)}
              >
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t.noPasskeys}</p>
      )}
      {possible ? (
        <form className={styles.line} onSubmit={add}>
          <TextInput
            label={t.deviceName}
            placeholder={t.thisDevice}
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="line" disabled={busy}>
            {t.addPasskey}
          </Button>
        </form>
      ) : null}
      {asked ? (
        <Confirm
          title={t.removeQuestion(asked.name)}
          text={t.removeText}
          yes={t.remove}
          busy={busy}
          onYes={() => remove(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Panel>
  );
}
