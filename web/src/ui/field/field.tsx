import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import styles from "./field.module.css";

type LabelledProps = {
  label: string;
  /** A note below the control. */
  note?: ReactNode;
  className?: string | undefined;
};

export type SelectInputProps = ComponentProps<"select"> & LabelledProps;

/** SelectInput is a select element with a visible label. */
export function SelectInput({ label, note, className, children, id, ...rest }: SelectInputProps) {
  return (
    <Field label={label} note={note} className={className} id={id}>
      {(attributes) => (
        <>
          <select {...rest} {...attributes} className={styles.control}>
            {children}
          </select>
          <Icon name="down" className={styles.chevron} />
        </>
      )}
    </Field>
  );
}

export type FieldButtonProps = ComponentProps<"button"> & LabelledProps;

/** FieldButton is a button that looks like a field: with a label and a value, for a list of its own. */
export function FieldButton({ label, note, className, children, id, ...rest }: FieldButtonProps) {
  return (
    <Field label={label} note={note} className={className} id={id}>
      {(attributes) => (
        <>
          <button
            type="button"
            {...rest}
            {...attributes}
            className={cx(styles.control, styles.button)}
          >
            {children}
          </button>
          <Icon name="down" className={styles.chevron} />
        </>
      )}
    </Field>
  );
}

export type TextAreaProps = ComponentProps<"textarea"> & LabelledProps;

/** TextArea is a textarea element with a visible label. */
export function TextArea({ label, note, className, id, ...rest }: TextAreaProps) {
  return (
    <Field label={label} note={note} className={className} id={id} above>
      {(attributes) => (
        <textarea {...rest} {...attributes} className={cx(styles.control, styles.area)} />
      )}
    </Field>
  );
}

export type TextInputProps = ComponentProps<"input"> & LabelledProps;

/** TextInput is an input element with a visible label. */
export function TextInput({ label, note, className, id, ...rest }: TextInputProps) {
  return (
    <Field label={label} note={note} className={className} id={id}>
      {(attributes) => <input type="text" {...rest} {...attributes} className={styles.control} />}
    </Field>
  );
}

type FieldProps = LabelledProps & {
  id: string | undefined;
  /** The label has a background, because lines of text scroll below it. */
  above?: boolean;
  /** Renders the control with the attributes that connect it to label and note. */
  children: (attributes: { id: string; "aria-describedby": string | undefined }) => ReactNode;
};

/** Field is a control with a label above and a note below. */
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
