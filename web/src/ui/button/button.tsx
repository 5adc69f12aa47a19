import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import styles from "./button.module.css";

export interface ButtonLook {
  /** solid: the one thing to do; line: beside it; sand: solid on a dark ground; glass: on a picture; text: a quiet link. */
  variant?: "solid" | "line" | "sand" | "glass" | "text";
  size?: "small" | "normal";
  /** As wide as its container. */
  wide?: boolean;
}

/** buttonClass dresses a link as a button: it still goes somewhere, and is still a link. */
export function buttonClass({
  variant = "solid",
  size = "normal",
  wide = false,
}: ButtonLook = {}): string | undefined {
  return cx(styles.button, styles[variant], size === "small" && styles.small, wide && styles.wide);
}

/** Button does something on this page. */
export function Button({
  variant,
  size,
  wide,
  className,
  ...rest
}: ComponentProps<"button"> & ButtonLook) {
  const look: ButtonLook = {};
  if (variant) look.variant = variant;
  if (size) look.size = size;
  if (wide) look.wide = wide;
  return <button type="button" {...rest} className={cx(buttonClass(look), className)} />;
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** The accessible name, in the visitor's language. */
  label: string;
}

/** IconButton shows only an icon; its name is for those who do not see it. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className={cx(styles.round, className)} />
  );
}
