import { useId } from "react";
import { useT } from "../../i18n/use-t.ts";
import { timing } from "../../lib/timing.ts";
import { Button } from "../../ui/button/button.tsx";
import { GetForm } from "../navigation/get-form.tsx";
import styles from "./sentence-form.module.css";

export type SentenceFormProps = {
  /** The address that turns a sentence into results. */
  action: string;
};

/** SentenceForm takes one line of natural language; the server answers with the results it means. */
export function SentenceForm({ action }: SentenceFormProps) {
  const t = useT();
  const id = useId();
  return (
    <GetForm action={action} scrollTo={timing.searchScroll} className={styles.form}>
      <label htmlFor={id} className={styles.label}>
        {t("ui.search.sentence")}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          type="text"
          name="q"
          maxLength={300}
          required
          autoComplete="off"
          enterKeyHint="search"
          placeholder={t("ui.search.sentenceExample")}
          className={styles.input}
        />
        <Button type="submit" variant="line">
          {t("ui.search.find")}
        </Button>
      </div>
    </GetForm>
  );
}
