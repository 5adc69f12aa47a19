import { useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { useSession } from "../app/session.ts";
import type { Link } from "../generated/api.ts";
import { formatMoment } from "../parts/dates.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./users.module.css";
import { userWords } from "./words.ts";

/** A link that was made for somebody. */
export type MadeLink = { name: string; link: Link };

export type LinkDialogProps = { made: MadeLink; onClose: () => void };

/** LinkDialog shows a link to hand to a person. Nobody can see it again. */
export function LinkDialog({ made: { name, link }, onClose }: LinkDialogProps) {
  const t = useWords(userWords);
  const lang = useLang();
  const { zone } = useSession().site;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link.url);
    setCopied(true);
  };
  return (
    <Dialog open onClose={onClose} label={t.linkTitle(name)}>
      <div className={styles.dialog}>
        <h2 className={styles.dialogTitle}>{t.linkTitle(name)}</h2>
        <p>{t.linkText(name, formatMoment(link.expires, lang, zone))}</p>
        <TextInput
          label={t.linkLabel}
          readOnly
          value={link.url}
          onFocus={(event) => event.target.select()}
        />
        <div className={styles.buttons}>
          <Button onClick={copy}>{copied ? t.copied : t.copy}</Button>
          <Button variant="line" onClick={onClose}>
            {t.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
