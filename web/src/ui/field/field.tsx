import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import styles from "./field.module.css";

interface Labelled {
  label: string;
  /** One line below the control. */
  note?: ReactNode;
  className?: string | undefined;
}

/** SelectInput is the browser's own select under a visible label. */
export function SelectInput({
  label,
  note,
  className,
  children,
  id,
  ...rest
}: ComponentProps<"select"> & Labelled) {
  return (
    <Field label={label} note={note} className={className} id={id}>
      {(tied) => (
        <>
          <select {...rest} {...tied} className={styles.control}>
            {children}
          </select>
          <Icon name="down" className={styles.chevron} />
        </>
      )}
    </Field>
  );
}

/** TextArea is several lines of text under a visible label. */
export function TextArea({
  label,
  note,
  className,
  id,
  ...rest
}: ComponentProps<"textarea"> & Labelled) {
  return (
    <Field label={label} note={note} className={className} id={id} above>
      {(tied) => <textarea {...rest} {...tied} className={cx(styles.control, styles.area)} />}
    </Field>
  );
}

/** TextInput is one line of text under a visible label. */
export function TextInput({
  label,
  note,
  className,
  id,
  ...rest
}: ComponentProps<"input"> & Labelled) {
  return (
    <Field label={label} note={note} className={className} id={id}>
      {(tied) => <input type="text" {...rest} {...tied} className={styles.control} />}
    </Field>
  );
}

interface FieldProps extends Labelled {
  id: string | undefined;
  /** Lines scroll up below the label. */
  above?: boolean;
  /** Draws the control; what it is given ties it to its label and its note. */
  children: (tied: { id: string; "aria-describedby": string | undefined }) => ReactNode;
}

/** Field is a control with its label above and its note below. */
function Field({ label, note, className, id, above = false, children }: FieldProps) {
  const own = useId();
  const name = id ?? own;
  const noteId = `${name}-note`;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={name} className={cx(styles.label, above && styles.above)}>
        {label}
      </label>
      {children({ id: name, "aria-describedby": note ? noteId : undefined })}
      {note ? (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
