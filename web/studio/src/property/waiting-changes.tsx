import { Button } from "../../../src/ui/button/button.tsx";
import type { Describe } from "../api/decide.ts";
import { useSession } from "../app/session.ts";
import type { Change } from "../generated/api.ts";
import { formatMoment } from "../parts/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { useLang, useWords } from "../words/words.ts";
import { shortened } from "./describe.ts";
import styles from "./property.module.css";
import { formWords } from "./words.ts";

/** Changes that wait: of the server with the name of their writer, or of this browser. */
export type Waiting = { by: string; at: string; changes: Change[] };

export type WaitingChangesProps = {
  choices: Waiting[];
  describe: Describe;
  busy: boolean;
  /** Goes on with some changes; null discards all. */
  onAnswer: (choice: Waiting | null) => void;
};

/** WaitingChanges shows changes that were not published, by their differences, before the form takes or discards them. */
export function WaitingChanges({ choices, describe, busy, onAnswer }: WaitingChangesProps) {
  const t = useWords(formWords);
  const lang = useLang();
  const { zone } = useSession().site;
  return (
    <Panel title={t.waitingTitle} note={t.waitingNote}>
      {choices.map((choice) => {
        const moment = formatMoment(choice.at, lang, zone);
        return (
          <section key={choice.by} className={styles.waiting}>
            <h3>{choice.by ? t.by(choice.by, moment) : t.onDevice(moment)}</h3>
            <dl className={styles.differences}>
              {choice.changes.map(({ path, from, to }) => (
                <div key={path}>
                  <dt>{describe(path, to).label}</dt>
                  <dd>
                    <del>{shortened(describe(path, from).text) || t.empty}</del>{" "}
                    <ins>{shortened(describe(path, to).text) || t.empty}</ins>
                  </dd>
                </div>
              ))}
            </dl>
            <Button disabled={busy} onClick={() => onAnswer(choice)}>
              {t.goOn}
            </Button>
          </section>
        );
      })}
      <Button variant="line" disabled={busy} className={styles.add} onClick={() => onAnswer(null)}>
        {choices.length > 1 ? t.leaveAll : t.leave}
      </Button>
    </Panel>
  );
}
