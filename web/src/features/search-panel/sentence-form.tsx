import { useEffect, useId, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { useLazyComponent } from "../../lib/use-lazy-component.ts";
import { Button } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { TextInput } from "../../ui/field/field.tsx";
import { GetForm } from "../navigation/get-form.tsx";
import styles from "./sentence-form.module.css";

export type SentenceFormProps = {
  /** The address that turns a sentence into results. */
  action: string;
  /** On a dark background. */
  dark?: boolean;
  /** Another button submits it; its own is there without scripts. */
  quiet?: boolean;
  onSubmit?: () => void;
};

/** Suggestions are loaded when the visitor goes to the field. */
const loadSuggestions = () => import("./sentence-suggestions.tsx");

/** SentenceForm takes one line of natural language; the server answers with the results it means. */
export function SentenceForm(props: SentenceFormProps) {
  return <CachedForm {...props} id={useId()} />;
}

type FormProps = SentenceFormProps & { id: string };

const CachedForm = cachedFragment(Form, {
  ofChrome: true,
  rest: ({ id, action, dark, quiet }) => `${id} ${dark} ${quiet} ${action}`,
  functions: true,
});

function Form({ action, dark = false, quiet = false, onSubmit, id }: FormProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [used, setUsed] = useState(false);
  const Suggestions = useLazyComponent(used, loadSuggestions);
  const use = () => setUsed("popover" in HTMLElement.prototype);
  // A visitor may type before the scripts are loaded: those events had no handler.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state at the first render of the browser
  useEffect(() => {
    if (field.current === document.activeElement) use();
  }, []);
  return (
    <GetForm
      action={action}
      scroll="results"
      className={cx(styles.form, quiet && styles.quiet)}
      onSubmit={onSubmit}
    >
      <TextInput
        id={id}
        ref={field}
        onFocus={use}
        onInput={use}
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
      {Suggestions ? <Suggestions action={action} field={field} /> : null}
    </GetForm>
  );
}
