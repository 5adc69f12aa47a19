import { type Ref, useEffect, useRef, useState } from "react";
import { timing } from "../../../src/lib/timing.ts";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import styles from "./parts.module.css";

export type SearchFieldProps = {
  label: string;
  value: string;
  /** Runs after a pause in typing. */
  onSearch: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/** SearchField searches as one types. It keeps its own text, so that no key press renders the list. */
export function SearchField({ label, value, onSearch, ref }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The address has changed elsewhere, for example by a link of the palette.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      onSearch(sent.current);
    }, timing.typingDebounce);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <label className={styles.search}>
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
