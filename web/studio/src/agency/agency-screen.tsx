import { type FormEvent, useCallback, useMemo, useState } from "react";
import { useMediaQuery } from "../../../src/lib/use-media-query.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { saveWithUser } from "../api/decide.ts";
import { fieldProblems, sentenceOf } from "../api/failure.ts";
import { queries, reload, useGet } from "../api/query.ts";
import { undoChange } from "../api/save.ts";
import type { Document } from "../generated/api.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useKept } from "../parts/use-kept.ts";
import { useTask } from "../parts/use-task.ts";
import { Waiting } from "../parts/waiting.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./agency.module.css";
import { AgencyField } from "./agency-field.tsx";
import {
  changesOf,
  describe,
  type Edits,
  edit,
  groups,
  isEdits,
  type Network,
  SOCIAL,
  shownAt,
  withoutSent,
} from "./form.ts";
import { Networks } from "./networks.tsx";
import { Preview } from "./preview.tsx";
import { agencyWords } from "./words.ts";

/** The settings of the agency in the API. */
const PATH = "entities/settings/0";

/** The preview stands beside the form from this width on; below it a button opens it. */
const DESK = "(width >= 1024px)";

/** Loads the stored document again, and what shows it elsewhere. */
async function load(): Promise<void> {
  await queries.invalidateQueries({ queryKey: [PATH] });
  reload("log", "today");
}

/** AgencyScreen is the form of what the header, the footer and the mails say of the agency. */
export default function AgencyScreen() {
  const t = useWords(agencyWords);
  const { data, error, refetch } = useGet<Document>(PATH);
  if (!data) {
    return (
      <Page title={t.title}>
        <Failure error={error} onAgain={refetch} />
        {error ? null : <Waiting />}
      </Page>
    );
  }
  return <AgencyForm document={data} />;
}

const NO_EDITS: Edits = {};

function AgencyForm({ document }: { document: Document }) {
  const { doc, may, wordpress_url: wordpress } = document;
  const t = useWords(agencyWords);
  const { undo } = useWords(common);
  const desk = useMediaQuery(DESK);
  const [edits, setEdits] = useKept<Edits>("agency", NO_EDITS, isEdits);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [previewed, setPreviewed] = useState(false);
  const { busy, run } = useTask();
  const changes = useMemo(() => changesOf(edits), [edits]);

  const change = useCallback(
    (path: string, to: unknown) => {
      setEdits((before) => edit(before, doc, path, to));
      setProblems((before) => {
        if (!(path in before)) return before;
        const { [path]: _, ...rest } = before;
        return rest;
      });
    },
    [doc, setEdits],
  );
  const changeNetworks = useCallback((list: Network[]) => change(SOCIAL, list), [change]);
  const takeBack = (number: number) =>
    run(async () => {
      await undoChange(number);
      await load();
      showToast(t.undone);
    });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (changes.length === 0) return;
    void run(async () => {
      try {
        const saved = await saveWithUser("settings/0", changes, describe(t));
        await load();
        setEdits((before) => withoutSent(before, edits));
        if (!saved) return;
        showToast(t.saved, { action: { label: undo, run: () => takeBack(saved.change) } });
      } catch (error) {
        const found = fieldProblems(error);
        if (Object.keys(found).length === 0) throw error;
        setProblems(found);
        showToast(sentenceOf(error), { problem: true });
      }
    });
  };
  const discard = () => {
    setEdits(NO_EDITS);
    setProblems({});
  };

  const fieldProps = { doc, edits, problems, readOnly: !may, change };
  return (
    <Page title={t.title} wide>
      <p className={styles.intro}>
        {may ? t.intro : wordpress ? null : t.readOnly}
        {wordpress ? (
          <a href={wordpress} target="_blank" rel="noreferrer" className={styles.link}>
            {t.wordpress}
          </a>
        ) : null}
      </p>
      {may && desk ? (
        <Panel title={t.preview}>
          <Preview changes={changes} />
        </Panel>
      ) : null}
      <form className={styles.form} onSubmit={save} noValidate>
        {([1, 2] as const).map((column) => (
          <div key={column} className={styles.column}>
            {groups
              .filter((group) => group.column === column)
              .map(({ title, help, fields }) => (
                <Panel key={title} title={t[title]} note={help ? t[help] : undefined}>
                  {fields.map((field) => (
                    <AgencyField key={field.path} field={field} {...fieldProps} />
                  ))}
                </Panel>
              ))}
            {column === 1 ? (
              <Networks
                value={shownAt(edits, doc, SOCIAL)}
                readOnly={!may}
                problem={problems[SOCIAL]}
                onChange={changeNetworks}
              />
            ) : null}
          </div>
        ))}
        {may ? (
          <div className={styles.bar}>
            <p role="status">{changes.length > 0 ? t.unsaved(changes.length) : t.unchanged}</p>
            {desk ? null : (
              <Button variant="line" size="small" onClick={() => setPreviewed(true)}>
                {t.preview}
              </Button>
            )}
            {changes.length > 0 ? (
              <Button variant="line" size="small" onClick={discard}>
                {t.discard}
              </Button>
            ) : null}
            <Button type="submit" size="small" disabled={busy || changes.length === 0}>
              {t.save}
            </Button>
          </div>
        ) : null}
      </form>
      <Dialog
        open={previewed && !desk}
        onClose={() => setPreviewed(false)}
        label={t.preview}
        kind="screen"
      >
        <div className={styles.sheet}>
          <h2 className={styles.sheetTitle}>{t.preview}</h2>
          {previewed ? <Preview changes={changes} /> : null}
          <Button variant="line" onClick={() => setPreviewed(false)}>
            {t.closePreview}
          </Button>
        </div>
      </Dialog>
    </Page>
  );
}
