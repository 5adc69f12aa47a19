import type { ReactNode } from "react";

export type ListOptionProps = {
  id: string;
  active: boolean;
  onChoose: () => void;
  className: string | undefined;
  children: ReactNode;
};

/** ListOption is an option of a combobox's list; the focus stays in the text field. */
export function ListOption({ id, active, onChoose, className, children }: ListOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the pattern moves aria-activedescendant instead
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={className}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}
