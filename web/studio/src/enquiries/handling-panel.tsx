import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { SelectInput, TextArea } from "../../../src/ui/field/field.tsx";
import { useSession } from "../app/session.ts";
import type { EnquiryDetail } from "../generated/api.ts";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { useWords } from "../words/words.ts";
import type { Act } from "./act.ts";
import styles from "./enquiry.module.css";
import { enquiryWords } from "./words.ts";

export type HandlingPanelProps = { detail: EnquiryDetail; act: Act };

/** HandlingPanel is who looks after an enquiry, how far it is, and what the team should know. */
export function HandlingPanel({ detail, act }: HandlingPanelProps) {
  const { state, assignee = "", people = [], note = "" } = detail;
  const t = useWords(enquiryWords);
  const { user } = useSession();
  const { busy, run } = useTask();
  const [text, setText] = useState(note);
  const [stored, setStored] = useState(note);
  useEffect(() => {
    // Somebody else's note replaces an unchanged one only.
    setText((mine) => (mine === stored ? note : mine));
    setStored(note);
  }, [note, stored]);
  const saveNote = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await act("note", { note: text });
      showToast(t.noteSaved);
    });
  };
  return (
    <Panel title={t.handling}>
      <SelectInput
        label={t.stateLabel}
        value={state}
        disabled={busy || state === "spam"}
        onChange={(event) => {
          const next = event.target.value;
          void run(() => act("state", { state: next }));
        }}
      >
        {Object.entries(t.state).map(([value, name]) =>
          // Spam is a judgement of the site, which the button below takes back.
          value !== "spam" || state === value ? (
            <option key={value} value={value}>
              {name}
            </option>
          ) : null,
        )}
      </SelectInput>
      <SelectInput
        label={t.assign}
        value={assignee}
        disabled={busy}
        onChange={(event) => {
          const next = event.target.value;
          void run(() => act("assign", { assignee: next }));
        }}
      >
        <option value="">{t.nobody}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === user.id ? `${name} (${t.mine})` : name}
          </option>
        ))}
      </SelectInput>
      <form className={styles.note} onSubmit={saveNote}>
        <TextArea
          label={t.note}
          note={t.noteHelp}
          maxLength={5000}
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text === stored ? null : (
          <Button type="submit" variant="line" size="small" disabled={busy}>
            {t.saveNote}
          </Button>
        )}
      </form>
    </Panel>
  );
}
