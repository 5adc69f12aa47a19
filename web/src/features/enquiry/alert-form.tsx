import { useId } from "react";
import type { AlertFields, AlertForm as Form } from "../../generated/view.ts";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/field/field.tsx";
import styles from "./alert-form.module.css";

export type AlertFormProps = { form: Form };

/** AlertForm saves a search, confirms or ends it. It is a plain form that needs no script. */
export function AlertForm({ form }: AlertFormProps) {
  return (
    <form method="post" action={form.action} className={styles.form} aria-label={form.name}>
      {form.lead ? <p className={styles.lead}>{form.lead}</p> : null}
      {form.words ? (
        <div>
          <p className={styles.label}>{form.wordsLabel}</p>
          <ul className={styles.words}>
            {form.words.map((word) => (
              <li key={word} className={styles.word}>
                {word}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {form.fields ? <Fields fields={form.fields} /> : null}
      <Button type="submit" className={styles.send}>
        {form.button}
      </Button>
      {form.note ? <p className={styles.note}>{form.note}</p> : null}
      {form.links ? (
        <ul className={styles.links}>
          {form.links.map((link) => (
            <li key={link.href}>
              <a href={link.href}>{link.text}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}

type FieldsProps = { fields: AlertFields };

/** Fields ask for the address and how often to write. */
function Fields({ fields }: FieldsProps) {
  const id = useId();
  const chosen = fields.daily ? "daily" : "now";
  return (
    <>
      <input type="hidden" name="kind" value={fields.kind} />
      <input type="hidden" name="search" value={fields.search} />
      <TextInput
        id={`${id}-mail`}
        name="mail"
        type="email"
        label={fields.mail}
        autoComplete="email"
        required
        defaultValue={fields.value}
        aria-invalid={fields.error ? true : undefined}
        autoFocus={fields.error !== undefined}
        note={
          fields.error ? (
            <span role="alert" className={styles.error}>
              {fields.error}
            </span>
          ) : undefined
        }
      />
      <fieldset className={styles.group}>
        <legend className={styles.label}>{fields.often}</legend>
        {fields.ways.map(({ value, text }) => (
          <label key={value} className={styles.way}>
            <input
              name="often"
              type="radio"
              value={value}
              defaultChecked={value === chosen}
              className={styles.radio}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={`${id}-website`}>{fields.trap}</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}
