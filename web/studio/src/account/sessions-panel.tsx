import { useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { call } from "../api/call.ts";
import { queries, reload } from "../api/query.ts";
import { setSession } from "../app/session.ts";
import type { OpenSession } from "../generated/api.ts";
import { Confirm } from "../parts/confirm.tsx";
import { formatAge } from "../parts/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { useTask } from "../parts/use-task.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./account.module.css";
import { accountWords } from "./words.ts";

/** The browsers in which the user is signed in. */
export function SessionsPanel({ sessions }: { sessions: OpenSession[] }) {
  const t = useWords(accountWords);
  const lang = useLang();
  const [asked, setAsked] = useState(false);
  const { busy, run } = useTask();
  const end = (id: string) =>
    run(async () => {
      await call("DELETE", `account/sessions/${encodeURIComponent(id)}`);
      reload("account");
    });
  const endAll = () =>
    run(async () => {
      await call("DELETE", "account/sessions");
      queries.clear();
      setSession(null);
    });
  return (
    <Panel title={t.sessions}>
      <ul className={styles.list}>
        {sessions.map(({ id, agent, network, used, current }) => (
          <li key={id} className={styles.row}>
            <span>
              {agent}
              {current ? ` (${t.current})` : ""}
              <span className={styles.soft}>
                {network} · {t.usedAt(formatAge(used, lang))}
              </span>
            </span>
            {current ? null : (
              <Button
                variant="text"
                disabled={busy}
                aria-label={`${t.endSession}: ${agent}, ${network}`}
                onClick={() => end(id)}
              >
                {t.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="line" size="small" disabled={busy} onClick={() => setAsked(true)}>
          {t.endAll}
        </Button>
      </div>
      {asked ? (
        <Confirm
          title={t.endAllQuestion}
          text={t.endAllText}
          yes={t.endAll}
          busy={busy}
          onYes={endAll}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Panel>
  );
}
