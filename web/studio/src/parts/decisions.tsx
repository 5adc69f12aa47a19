import { useState } from "react";
import { useStore } from "../../../src/lib/store.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { TextArea } from "../../../src/ui/field/field.tsx";
import { type Decision, decision } from "../api/decide.ts";
import { useSession } from "../app/session.ts";
import type { Change, Conflict } from "../generated/api.ts";
import { common } from "../words/common.ts";
import { useLang, useWords, words } from "../words/words.ts";
import { Confirm } from "./confirm.tsx";
import { formatMoment } from "./dates.ts";
import styles from "./decisions.module.css";

const own = words(
  {
    guardTitle: "Are you sure?",
    confirm: "Save anyway",
    editAgain: "Back",
    title: "Somebody was faster",
    intro: "This was changed while you were working. Which one shall stand? Nothing is lost.",
    mine: "Keep mine",
    theirs: "Keep theirs",
    both: "Both texts",
    yours: "Yours",
    by: (name: string, at: string) => `${name}, ${at}`,
    somebody: "Somebody else",
    empty: "empty",
    merged: "The text that shall stand",
  },
  {
    guardTitle: "¿Está seguro?",
    confirm: "Guardar de todos modos",
    editAgain: "Volver",
    title: "Alguien se adelantó",
    intro: "Esto ha cambiado mientras trabajaba. ¿Qué versión debe quedar? No se pierde nada.",
    mine: "Dejar la mía",
    theirs: "Dejar la otra",
    both: "Ambos textos",
    yours: "La suya",
    by: (name: string, at: string) => `${name}, ${at}`,
    somebody: "Otra persona",
    empty: "vacío",
    merged: "El texto que debe quedar",
  },
);

/** Decisions shows what a save needs the user to decide, once in the shell. */
export function Decisions() {
  const open = useStore(decision, null);
  if (open?.kind === "guards") return <Guards {...open} />;
  if (open?.kind === "conflicts") return <Conflicts key={open.conflicts[0]?.path} {...open} />;
  return null;
}

function Guards({ guards, answer }: Extract<Decision, { kind: "guards" }>) {
  const t = useWords(own);
  return (
    <Confirm
      title={t.guardTitle}
      text={guards.map(({ path, text }) => <p key={path}>{text}</p>)}
      yes={t.confirm}
      no={t.editAgain}
      onYes={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}

/** A text of this length may be merged by hand; shorter values are chosen. */
const MERGE_LENGTH = 20;

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length >= MERGE_LENGTH;

function Conflicts({ conflicts, describe, answer }: Extract<Decision, { kind: "conflicts" }>) {
  const t = useWords(own);
  const [decided, setDecided] = useState<Change[]>([]);
  const [index, setIndex] = useState(0);
  const conflict = conflicts[index];
  if (!conflict) return null;
  const take = (value: unknown, change: boolean) => {
    const next = change
      ? [...decided, { path: conflict.path, from: conflict.now, to: value }]
      : decided;
    if (index + 1 < conflicts.length) {
      setDecided(next);
      setIndex(index + 1);
    } else {
      answer(next);
    }
  };
  return (
    // Escape leaves the value of the other person, as it is stored.
    <Dialog open onClose={() => take(null, false)} label={t.title}>
      <ConflictForm
        key={conflict.path}
        conflict={conflict}
        describe={describe}
        onMine={() => take(conflict.to, true)}
        onTheirs={() => take(null, false)}
        onBoth={(text) => take(text, true)}
      />
    </Dialog>
  );
}

type ConflictFormProps = {
  conflict: Conflict;
  describe: Extract<Decision, { kind: "conflicts" }>["describe"];
  onMine: () => void;
  onTheirs: () => void;
  onBoth: (text: string) => void;
};

function ConflictForm({ conflict, describe, onMine, onTheirs, onBoth }: ConflictFormProps) {
  const t = useWords(own);
  const { save } = useWords(common);
  const lang = useLang();
  const { zone } = useSession().site;
  const [merged, setMerged] = useState<string | null>(null);
  const { path, to, now, by, at } = conflict;
  const mine = describe(path, to);
  const theirs = describe(path, now);
  return (
    <div className={styles.dialog}>
      <h2 className={styles.title}>{t.title}</h2>
      <p className={styles.note}>{t.intro}</p>
      <h3 className={styles.label}>{mine.label}</h3>
      <dl className={styles.values}>
        <dt>{t.yours}</dt>
        <dd>{mine.text || t.empty}</dd>
        <dt>{t.by(by || t.somebody, formatMoment(at, lang, zone))}</dt>
        <dd>{theirs.text || t.empty}</dd>
      </dl>
      {merged === null ? (
        <div className={styles.buttons}>
          <Button onClick={onMine}>{t.mine}</Button>
          <Button variant="line" onClick={onTheirs}>
            {t.theirs}
          </Button>
          {isText(to) && isText(now) ? (
            <Button variant="line" onClick={() => setMerged(`${to}\n\n${now}`)}>
              {t.both}
            </Button>
          ) : null}
        </div>
      ) : (
        <>
          <TextArea
            label={t.merged}
            rows={8}
            value={merged}
            onChange={(event) => setMerged(event.target.value)}
          />
          <Button onClick={() => onBoth(merged)}>{save}</Button>
        </>
      )}
    </div>
  );
}
