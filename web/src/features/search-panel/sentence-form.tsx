import { useT } from "../../i18n/use-t.ts";
import { timing } from "../../lib/timing.ts";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/field/field.tsx";
import { GetForm } from "../navigation/get-form.tsx";
import styles from "./sentence-form.module.css";

export type SentenceFormProps = {
  /** The address that turns a sentence into results. */
  action: string;
  /** On a dark background. */
  dark?: boolean;
  onSubmit?: () => void;
};

/** SentenceForm takes one line of natural language; the server answers with the results it means. */
export function SentenceForm({ action, dark = false, onSubmit }: SentenceFormProps) {
  const t = useT();
  return (
    <GetForm
      action={action}
      scrollTo={timing.searchScroll}
      className={styles.form}
      onSubmit={onSubmit}
    >
      <TextInput
        label={t("ui.search.sentence")}
        name="q"
        placeholder={t("ui.search.sentenceExample")}
        maxLength={300}
        required
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button type="submit" variant={dark ? "glass" : "line"}>
        {t("ui.search.find")}
      </Button>
    </GetForm>
  );
}
