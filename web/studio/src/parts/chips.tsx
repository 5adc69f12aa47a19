import { cx } from "../../../src/ui/cx.ts";
import styles from "./parts.module.css";

export type Chip = { value: string; label: string; count?: number | undefined };

export type ChipsProps = {
  label: string;
  chips: Chip[];
  value: string;
  onChange: (value: string) => void;
};

/** Chips choose one of a few views of a list, with their numbers. */
export function Chips({ label, chips, value, onChange }: ChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in one line
    <div role="group" aria-label={label} className={styles.chips}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          className={cx(styles.chip, chip.value === value && styles.chosen)}
          onClick={() => onChange(chip.value)}
        >
          {chip.label}
          {chip.count === undefined ? null : <span className={styles.count}>{chip.count}</span>}
        </button>
      ))}
    </div>
  );
}
