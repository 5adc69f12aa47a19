import { useState } from "react";
import { useLang, useWords } from "../words/words.ts";
import { type ControlProps, fieldId } from "./control-props.ts";
import { useForm, useProblem, useValue } from "./form-store.ts";
import { isKept } from "./markup.ts";
import styles from "./property.module.css";
import { RichText } from "./rich-text.tsx";
import { AreaControl } from "./texts.tsx";
import { formWords } from "./words.ts";

/** MarkupEditor edits a text that the editor keeps as it is; any other one is edited as source. */
export default function MarkupEditor(props: ControlProps) {
  const { path, field, label, lang } = props;
  const t = useWords(formWords);
  const own = useLang();
  const form = useForm();
  const value = useValue(path);
  const problem = useProblem(path);
  const markup = typeof value === "string" ? value : "";
  // What is typed here stays in the editor; a text from elsewhere is looked at again.
  const [typed, setTyped] = useState<string | null>(null);
  const isRich = markup === typed || isKept(markup);
  if (!isRich || props.readOnly) {
    return (
      <>
        <AreaControl {...props} />
        {isRich ? null : <p className={styles.help}>{t.source}</p>}
      </>
    );
  }
  const note = problem || field.help?.[own];
  const noteId = `${fieldId(path)}-help`;
  return (
    <>
      <RichText
        id={fieldId(path)}
        label={label}
        lang={lang}
        value={markup}
        invalid={problem !== ""}
        describedBy={note ? noteId : undefined}
        onChange={(next) => {
          setTyped(next);
          form.change(path, next);
        }}
      />
      {note ? (
        <p id={noteId} className={problem ? styles.problem : styles.help}>
          {note}
        </p>
      ) : null}
    </>
  );
}
