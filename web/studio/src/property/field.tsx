import { memo } from "react";
import { IconButton } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { useRole, useSession } from "../app/session.ts";
import type { FormField } from "../generated/forms.ts";
import { common } from "../words/common.ts";
import { useLang, useWords } from "../words/words.ts";
import { CheckControl, ChoiceControl, FlagControl } from "./choices.tsx";
import type { ControlProps } from "./control-props.ts";
import { FileControl, ImagesControl } from "./files-control.tsx";
import { useForm, useOf, useValue } from "./form-store.ts";
import { useList } from "./lists.ts";
import { MarkupControl } from "./markup-control.tsx";
import styles from "./property.module.css";
import { RowsControl } from "./rows.tsx";
import { AreaControl, DateControl, NumberControl, TextControl } from "./texts.tsx";
import { formWords } from "./words.ts";

export type FieldProps = { field: FormField; readOnly: boolean };

const CONTROLS: Partial<Record<FormField["control"], React.ComponentType<ControlProps>>> = {
  text: TextControl,
  "web-address": TextControl,
  document: FileControl,
  film: FileControl,
  images: ImagesControl,
  area: AreaControl,
  markup: MarkupControl,
  number: NumberControl,
  decimal: NumberControl,
  money: NumberControl,
  date: DateControl,
  flag: FlagControl,
  choice: ChoiceControl,
  term: ChoiceControl,
  person: ChoiceControl,
  entity: ChoiceControl,
  checks: CheckControl,
  terms: CheckControl,
  features: CheckControl,
  units: RowsControl,
};

/** Whether the form has a control for a field. */
export const isShown = (field: FormField): boolean =>
  field.control in CONTROLS || Boolean(field.parts);

/** Field is one field of the form: in each language of the site where it has languages, with its padlock. */
export const Field = memo(function Field({ field, readOnly }: FieldProps) {
  const lang = useLang();
  const { languages: names } = useWords(common);
  const { languages } = useSession().site;
  const isAsked = useCondition(field);
  if (!isAsked) return null;
  const label = field.label[lang];
  const isList = field.control === "phases";
  const Control = isList ? RowsControl : CONTROLS[field.control];
  const lock = <Padlock field={field} label={label} readOnly={readOnly} />;
  if (field.control === "position") {
    return (
      <fieldset className={styles.group}>
        <legend className={styles.legend}>
          {label} {lock}
        </legend>
        <div className={styles.pair}>
          {field.parts?.map((part) => (
            <NumberControl
              key={part.path}
              field={part}
              path={`${field.path}.${part.path}`}
              label={part.label[lang]}
              readOnly={readOnly}
            />
          ))}
        </div>
      </fieldset>
    );
  }
  if (!Control) return null;
  if (field.languages && !isList) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
      <div role="group" aria-label={label} className={styles.languages}>
        {languages.map((one, index) => (
          <div key={one} className={styles.field}>
            <Control
              field={field}
              path={`${field.path}.${one}`}
              label={`${label} · ${names[one] ?? one}`}
              lang={one}
              readOnly={readOnly}
            />
            {index === 0 ? lock : null}
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={styles.field} data-control={field.control}>
      <Control field={field} path={field.path} label={label} readOnly={readOnly} />
      {lock}
    </div>
  );
});

/** Whether the condition of a field holds. */
function useCondition({ only }: FormField): boolean {
  const value = useOf(only?.path ?? "only", (form) => (only ? form.value(only.path) : null));
  const list = useList(only?.path === "s_offer" ? "offers" : "");
  if (!only) return true;
  const values = (Array.isArray(value) ? value : [value]).map(
    (one) => list.find(({ id }) => id === one)?.slug ?? String(one),
  );
  return values.some((one) => only.in.includes(one));
}

/** Padlock keeps a field of a feed's property as the office has it, or gives it back to the feed. */
function Padlock({ field, label, readOnly }: FieldProps & { label: string }) {
  const t = useWords(formWords);
  const form = useForm();
  const role = useRole();
  const source = useOf("source", (store) => store.stored("source"));
  const locks = useValue("locks");
  const name = field.path.split(".")[0] ?? "";
  if (!source || !field.lockable) return null;
  const list = Array.isArray(locks) ? (locks as string[]) : [];
  const locked = list.includes(name);
  if (role === "agent" || readOnly) {
    return locked ? (
      <span className={styles.padlock} data-locked="" title={t.locked}>
        <Icon name="key" />
      </span>
    ) : null;
  }
  return (
    <IconButton
      label={locked ? t.unlock(label) : t.lock(label)}
      aria-pressed={locked}
      className={styles.padlock}
      data-locked={locked || undefined}
      onClick={() =>
        form.change("locks", locked ? list.filter((one) => one !== name) : [...list, name])
      }
    >
      <Icon name="key" />
    </IconButton>
  );
}
