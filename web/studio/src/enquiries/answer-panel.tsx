import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextArea, TextInput } from "../../../src/ui/field/field.tsx";
import { newKey } from "../api/call.ts";
import { useSession } from "../app/session.ts";
import type { AnswerTemplate, EnquiryAnswer, EnquiryDetail } from "../generated/api.ts";
import { Confirm } from "../parts/confirm.tsx";
import { formatMoment } from "../parts/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useKept } from "../parts/use-kept.ts";
import { useTask } from "../parts/use-task.ts";
import { useLang, useWords } from "../words/words.ts";
import type { Act } from "./act.ts";
import styles from "./enquiry.module.css";
import { enquiryWords } from "./words.ts";

/** An answer that is not sent yet. */
type Unsent = { subject: string; text: string };

const NOTHING: Unsent = { subject: "", text: "" };

const isUnsent = (value: unknown): value is Unsent =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Unsent).subject === "string" &&
  typeof (value as Unsent).text === "string";

export type AnswerPanelProps = { detail: EnquiryDetail; act: Act };

/** AnswerPanel shows the answers so far and sends another one, in the language of the visitor. */
export function AnswerPanel({ detail, act }: AnswerPanelProps) {
  const { label, mail, answers = [], drafts = [] } = detail;
  const t = useWords(enquiryWords);
  const { busy, run } = useTask();
  const [unsent, setUnsent] = useKept(`answer:${label}`, NOTHING, isUnsent);
  const { subject, text } = unsent;
  const [asked, setAsked] = useState<AnswerTemplate | null>(null);
  const written = useRef<HTMLTextAreaElement>(null);
  // The same call, repeated after a lost response, has the same key.
  const sent = useRef({ content: "", key: "" });

  const take = (template: AnswerTemplate) => {
    setUnsent({ subject: template.subject, text: template.text });
    setAsked(null);
    written.current?.focus();
  };
  const isOwnText = text.trim() !== "" && !drafts.some((draft) => draft.text === text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const content = JSON.stringify([subject, text]);
      if (sent.current.content !== content) sent.current = { content, key: newKey() };
      await act("answer", { subject, text, key: sent.current.key });
      sent.current = { content: "", key: "" };
      setUnsent(NOTHING);
      showToast(t.sent);
    });
  };

  return (
    <Panel
      title={t.answer}
      note={mail ? t.writes(t.language[detail.lang] ?? detail.lang) : undefined}
    >
      {answers.length > 0 ? <Answers answers={answers} /> : null}
      {mail ? (
        <form className={styles.answer} onSubmit={submit}>
          {drafts.length > 0 ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row
            <div role="group" aria-label={t.template} className={styles.templates}>
              <span className={styles.soft}>{t.template}</span>
              {drafts.map((draft) => (
                <button
                  key={draft.name}
                  type="button"
                  className={styles.template}
                  onClick={() => (isOwnText ? setAsked(draft) : take(draft))}
                >
                  {draft.name}
                </button>
              ))}
            </div>
          ) : null}
          <TextInput
            label={t.subject}
            required
            maxLength={200}
            lang={detail.lang}
            value={subject}
            onChange={(event) => setUnsent({ subject: event.target.value, text })}
          />
          <TextArea
            ref={written}
            label={t.text}
            required
            maxLength={20_000}
            rows={10}
            lang={detail.lang}
            value={text}
            onChange={(event) => setUnsent({ subject, text: event.target.value })}
          />
          <div className={styles.send}>
            <Button type="submit" disabled={busy || !text.trim() || !subject.trim()}>
              {t.send}
            </Button>
            <span className={styles.soft}>{t.to(mail)}</span>
          </div>
        </form>
      ) : (
        <p>{t.noMail}</p>
      )}
      {asked ? (
        <Confirm
          title={t.replaces}
          yes={t.replace}
          onYes={() => take(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Panel>
  );
}

function Answers({ answers }: { answers: EnquiryAnswer[] }) {
  const t = useWords(enquiryWords);
  const lang = useLang();
  const { zone } = useSession().site;
  return (
    <ol className={styles.answers} aria-label={t.answers}>
      {answers.map(({ at, by, subject, text, state, error }) => (
        <li key={at}>
          <details>
            <summary className={styles.summary}>
              <span>{subject}</span>
              <span className={styles.soft}>
                {by}, {formatMoment(at, lang, zone)} ·{" "}
                <span data-state={state}>{t.answerState[state] ?? state}</span>
              </span>
            </summary>
            <p className={styles.message}>{text}</p>
          </details>
          {error ? <p className={styles.problem}>{error}</p> : null}
        </li>
      ))}
    </ol>
  );
}
