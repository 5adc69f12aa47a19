import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { newKey } from "../api/call.ts";
import { useSession } from "../app/session.ts";
import type { ViewingWish } from "../generated/api.ts";
import { formatDay, formatTime } from "../parts/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { instantIn } from "../parts/zoned-time.ts";
import { useLang, useWords } from "../words/words.ts";
import type { Act } from "./act.ts";
import styles from "./enquiry.module.css";
import { enquiryWords } from "./words.ts";

export type ViewingPanelProps = { viewing: ViewingWish; act: Act };

/** ViewingPanel shows the times that a visitor wishes. One of them, or another one, is confirmed to both. */
export function ViewingPanel({ viewing, act }: ViewingPanelProps) {
  const { way, minutes, wishes, confirmed } = viewing;
  const t = useWords(enquiryWords);
  const lang = useLang();
  const { zone } = useSession().site;
  const { busy, run } = useTask();
  const [other, setOther] = useState("");
  const [asksOther, setAsksOther] = useState(false);
  // A repeated call for the same time has the same key, so that nobody is invited twice.
  const keys = useRef<Record<string, string>>({});

  const confirm = (start: string) =>
    run(async () => {
      keys.current[start] ??= newKey();
      await act("confirm", { start, key: keys.current[start] });
      delete keys.current[start];
      setAsksOther(false);
      showToast(t.invited);
    });
  const confirmOther = (event: FormEvent) => {
    event.preventDefault();
    const start = instantIn(zone, other);
    if (start) void confirm(start);
  };
  const same = (a: string, b: string | undefined) =>
    b !== undefined && new Date(a).getTime() === new Date(b).getTime();
  const moment = (at: string) => (
    <>
      <span className={styles.day}>{formatDay(at, lang, zone)}</span>
      <span className={styles.clock}>{formatTime(at, lang, zone)}</span>
    </>
  );

  return (
    <Panel
      title={t.viewing}
      note={`${t.way[way] ?? way} · ${t.viewingLength(minutes)} · ${t.otherTimeNote(zone)}`}
    >
      {confirmed && !wishes.some((wish) => same(wish, confirmed)) ? (
        <p className={styles.confirmed}>
          <Icon name="check" />
          <span className={styles.moment}>{moment(confirmed)}</span>
          <span>{t.confirmedShort}</span>
        </p>
      ) : null}
      <ol className={styles.wishes}>
        {wishes.map((wish, index) => {
          const past = new Date(wish).getTime() < Date.now();
          return (
            <li
              key={wish}
              className={styles.wish}
              data-confirmed={same(wish, confirmed) || undefined}
            >
              <span className={styles.number}>{t.wish(index + 1)}</span>
              <span className={styles.moment}>{moment(wish)}</span>
              {same(wish, confirmed) ? (
                <span className={styles.done}>
                  <Icon name="check" />
                  {t.confirmedShort}
                </span>
              ) : past ? (
                <span className={styles.soft}>{t.past}</span>
              ) : (
                <Button variant="line" size="small" disabled={busy} onClick={() => confirm(wish)}>
                  {t.confirm}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      <p className={styles.soft}>{confirmed ? t.confirmedNote : t.sendInvitation}</p>
      {asksOther ? (
        <form className={styles.otherTime} onSubmit={confirmOther}>
          <TextInput
            label={t.otherTime}
            type="datetime-local"
            required
            autoFocus
            value={other}
            onChange={(event) => setOther(event.target.value)}
          />
          <Button type="submit" disabled={busy}>
            {t.confirmOther}
          </Button>
        </form>
      ) : (
        <Button variant="text" className={styles.textButton} onClick={() => setAsksOther(true)}>
          {t.otherTime}
        </Button>
      )}
    </Panel>
  );
}
