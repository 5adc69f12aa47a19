import { type KeyboardEvent, useRef } from "react";
import { cx } from "../../../src/ui/cx.ts";
import styles from "./property.module.css";

export type Tab = { name: string; label: string /** Has a problem. */; wrong?: boolean };
export type TabsProps = {
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (name: string) => void;
};

export const tabId = (name: string): string => `tab-${name}`;
export const TAB_PANEL = "tab-panel";

/** Tabs are the parts of the form: arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const keys = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.name);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.name)}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          id={tabId(tab.name)}
          type="button"
          role="tab"
          aria-selected={tab.name === value}
          aria-controls={TAB_PANEL}
          tabIndex={tab.name === value ? 0 : -1}
          className={cx(styles.tab, tab.wrong && styles.tabWrong)}
          onClick={() => onChange(tab.name)}
          onKeyDown={keys}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
