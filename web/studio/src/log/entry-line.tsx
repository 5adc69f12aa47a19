import { useSession } from "../app/session.ts";
import type { LogEntry } from "../generated/api.ts";
import { formatTime } from "../parts/dates.ts";
import { useLang } from "../words/words.ts";
import styles from "./log.module.css";
import { sentenceOfEntry } from "./sentence.tsx";

export type EntryLineProps = { entry: LogEntry; children?: React.ReactNode };

/** EntryLine is an entry of the log: its time and its sentence, with the title of a home below. */
export function EntryLine({ entry, children }: EntryLineProps) {
  const lang = useLang();
  const { zone } = useSession().site;
  return (
    <div className={styles.line}>
      <time dateTime={entry.at} className={styles.time}>
        {formatTime(entry.at, lang, zone)}
      </time>
      <div className={styles.sentence}>
        <p>{sentenceOfEntry(entry, lang)}</p>
        {entry.title ? <p className={styles.title}>{entry.title}</p> : null}
      </div>
      {children}
    </div>
  );
}
