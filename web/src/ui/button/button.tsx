import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import styles from "./button.module.css";

export type ButtonLook = {
  /** solid: primary; line: secondary; sand: solid on a dark background; glass: on a picture; text: without a box. */
  variant?: "solid" | "line" | "sand" | "glass" | "text";
  size?: "small" | "normal";
  /** Fills the width of the container. */
  wide?: boolean;
};

/** The classes of a button, also for a link that looks like one. */
export function buttonClass({
  variant = "solid",
  size = "normal",
  wide = false,
}: ButtonLook = {}): string | undefined {
  return cx(styles.button, styles[variant], size === "small" && styles.small, wide && styles.wide);
}

export type ButtonProps = ComponentProps<"button"> & ButtonLook;

/** Button is a button element of type button, unless type is set. */
export function Button({ variant, size, wide, className, ...rest }: ButtonProps) {
  const look: ButtonLook = {};
  if (variant) look.variant = variant;
  if (size) look.size = size;
  if (wide) look.wide = wide;
  return <button type="button" {...rest} className={cx(buttonClass(look), className)} />;
}

export type IconButtonProps = ComponentProps<"button"> & {
  /** The accessible name, in the visitor's language. */
  label: string;
};

/** IconButton is a round button with an icon and an accessible name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className={cx(styles.round, className)} />
  );
}
