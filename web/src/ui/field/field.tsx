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
  const own = useId();
  const name = id ?? own;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={name} className={styles.label}>
        {label}
      </label>
      <select
        {...rest}
        id={name}
        className={styles.control}
        aria-describedby={note ? `${name}-note` : undefined}
      >
        {children}
      </select>
      <Icon name="down" className={styles.chevron} />
      {note ? (
        <p id={`${name}-note`} className={styles.note}>
          {note}
        </p>
      ) : null}
    </div>
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
  const own = useId();
  const name = id ?? own;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={name} className={cx(styles.label, styles.above)}>
        {label}
      </label>
      <textarea
        {...rest}
        id={name}
        className={cx(styles.control, styles.area)}
        aria-describedby={note ? `${name}-note` : undefined}
      />
      {note ? (
        <p id={`${name}-note`} className={styles.note}>
          {note}
        </p>
      ) : null}
    </div>
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
  const own = useId();
  const name = id ?? own;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={name} className={styles.label}>
        {label}
      </label>
      <input
        type="text"
        {...rest}
        id={name}
        className={styles.control}
        aria-describedby={note ? `${name}-note` : undefined}
      />
      {note ? (
        <p id={`${name}-note`} className={styles.note}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
