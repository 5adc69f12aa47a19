import { useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { ApiProblem } from "../api/call.ts";
import { reload, useGet } from "../api/query.ts";
import { undoChange } from "../api/save.ts";
import { useSession } from "../app/session.ts";
import type { LogEntry } from "../generated/api.ts";
import { Confirm } from "../parts/confirm.tsx";
import { formatDay } from "../parts/dates.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { Waiting } from "../parts/waiting.tsx";
import { dayIn } from "../parts/zoned-time.ts";
import { useLang, useWords } from "../words/words.ts";
import { EntryLine } from "./entry-line.tsx";
import styles from "./log.module.css";
import { sentenceOfEntry } from "./sentence.tsx";
import { logWords } from "./words.ts";

/** The number of entries of an answer; a shorter one is the last. */
const PAGE = 50;

/** LogScreen shows who changed what, the newest first, and takes changes back. */
export default function LogScreen() {
  const t = useWords(logWords);
  const [pages, setPages] = useState<number[]>([0]);
  return (
    <Page title={t.title}>
      <p className={styles.intro}>{t.intro}</p>
      {pages.map((before, index) => (
        <LogPage
          key={before}
          before={before}
          onMore={index === pages.length - 1 ? (change) => setPages([...pages, change]) : undefined}
        />
      ))}
    </Page>
  );
}

type LogPageProps = {
  /** The keys of the query that select lines, as "type=properties&id=1". */
  of?: string;
  /** The change before which the page begins; 0 for the newest. */
  before: number;
  /** Shows the page before a change. */
  onMore: ((change: number) => void) | undefined;
};

/** LogPage is one page of the log, by days. */
export function LogPage({ of = "", before, onMore }: LogPageProps) {
  const t = useWords(logWords);
  const lang = useLang();
  const { zone } = useSession().site;
  const [asked, setAsked] = useState<LogEntry | null>(null);
  const { busy, run } = useTask();
  const query = [of, before ? `before=${before}` : ""].filter(Boolean).join("&");
  const path = query ? `log?${query}` : "log";
  const { data, error, refetch } = useGet<LogEntry[]>(path);
  if (!data) {
    return (
      <>
        <Failure error={error} onAgain={refetch} />
        {error ? null : <Waiting />}
      </>
    );
  }
  const undo = (entry: LogEntry) =>
    run(async () => {
      setAsked(null);
      try {
        await undoChange(entry.change);
        showToast(t.undone);
      } catch (cause) {
        if (!(cause instanceof ApiProblem) || cause.problem.type !== "conflict") throw cause;
        showToast(t.conflict, { problem: true });
      }
      reload("log", "properties", "entities", "today");
    });
  const days = new Map<string, LogEntry[]>();
  for (const entry of data) {
    const day = dayIn(zone, entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  const today = dayIn(zone, Date.now());
  const yesterday = dayIn(zone, Date.now() - 86_400_000);
  const last = data.at(-1);
  return (
    <>
      {data.length === 0 && !before ? <p className={styles.intro}>{t.empty}</p> : null}
      {[...days].map(([day, entries]) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>
            {day === today
              ? t.today
              : day === yesterday
                ? t.yesterday
                : formatDay(entries[0]?.at ?? "", lang, zone)}
          </h2>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={entry.change}>
                <EntryLine entry={entry}>
                  {entry.may_undo ? (
                    <Button variant="text" className={styles.undo} onClick={() => setAsked(entry)}>
                      {t.undo}
                    </Button>
                  ) : null}
                </EntryLine>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {onMore && last && data.length >= PAGE ? (
        <Button variant="line" className={styles.more} onClick={() => onMore(last.change)}>
          {t.earlier}
        </Button>
      ) : null}
      {asked ? (
        <Confirm
          title={t.undoQuestion}
          text={sentenceOfEntry(asked, lang)}
          yes={t.undo}
          busy={busy}
          onYes={() => undo(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
