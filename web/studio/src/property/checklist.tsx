import { Icon } from "../../../src/ui/icon/icon.tsx";
import type { Check } from "../generated/api.ts";
import { Panel } from "../parts/panel.tsx";
import { useWords } from "../words/words.ts";
import styles from "./property.module.css";
import { formWords } from "./words.ts";

export type ChecklistProps = { checks: Check[]; onJump: (path: string) => void };

const LEVELS = ["blocks", "warns", "portal"] as const;

/** Checklist is what a property lacks, what blocks it first; each line leads to its field. */
export function Checklist({ checks, onJump }: ChecklistProps) {
  const t = useWords(formWords);
  return (
    <Panel title={t.checklist}>
      {checks.length === 0 ? (
        <p className={styles.complete}>
          <Icon name="check" /> {t.complete}
        </p>
      ) : null}
      {LEVELS.map((level) => {
        const lines = checks.filter((check) => check.level === level);
        return lines.length === 0 ? null : (
          <div key={level} className={styles.level} data-level={level}>
            <h3>{t[level]}</h3>
            <ul>
              {lines.map(({ path, text, portal }) => (
                <li key={`${path} ${portal ?? ""} ${text}`}>
                  <button type="button" onClick={() => onJump(path)}>
                    {portal ? `${portal}: ${text}` : text}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </Panel>
  );
}
