import { useSession } from "../app/session.ts";
import type { LogEntry } from "../generated/api.ts";
import { formatTime } from "../parts/dates.ts";
import { useLang } from "../words/words.ts";
import styles from "./log.module.css";
import { sentenceOfEntry } from "./sentence.tsx";

export type EntryLineProps = { entry: LogEntry; children?: React.ReactNode };

/** EntryLine is an entry of the log: its time and its sentence. */
export function EntryLine({ entry, children }: EntryLineProps) {
  const lang = useLang();
  const { zone } = useSession().site;
  return (
    <div className={styles.line}>
      <time dateTime={entry.at} className={styles.time}>
        {formatTime(entry.at, lang, zone)}
      </time>
      <p className={styles.sentence}>{sentenceOfEntry(entry, lang)}</p>
      {children}
    </div>
  );
}
