import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "../../../src/lib/store.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { cx } from "../../../src/ui/cx.ts";
import { ApiProblem, call } from "../api/call.ts";
import { saveWithUser } from "../api/decide.ts";
import { fieldProblems, sentenceOf } from "../api/failure.ts";
import { queries, reload } from "../api/query.ts";
import { undoChange } from "../api/save.ts";
import { Link, navigate, setQueryKeys, useQueryKeys } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import type { Check, Document, Draft } from "../generated/api.ts";
import { forms } from "../generated/forms.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Page } from "../parts/page.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { createProperty, trashProperty } from "../properties/create.ts";
import { common } from "../words/common.ts";
import { useLang, useWords } from "../words/words.ts";
import { type Autosave, type Found, startAutosave } from "./autosave.ts";
import { Checklist } from "./checklist.tsx";
import { fieldId } from "./control-props.ts";
import { describeWith, tabOf, targetOf } from "./describe.ts";
import { Field, isShown } from "./field.tsx";
import { createForm, FormProvider, isSame, useForm, useOf } from "./form-store.ts";
import { History } from "./history.tsx";
import { useLists } from "./lists.ts";
import { Preview } from "./preview.tsx";
import styles from "./property.module.css";
import { TAB_PANEL, Tabs, tabId } from "./tabs.tsx";
import { type Waiting, WaitingChanges } from "./waiting-changes.tsx";
import { formWords } from "./words.ts";

const HISTORY = "history";
/** The tab of the titles. */
const TEXTS = "texts";

/** The tab whose uploads go on while another one is shown. */
const PICTURES = "pictures";
const TABS = forms.properties
  .map((tab) => ({ ...tab, fields: tab.fields.filter(isShown) }))
  .filter(({ fields }) => fields.length > 0);

export type PropertyFormProps = {
  id: number;
  document: Document;
  found: Found;
  /** The key of the copy in this browser. */
  storage: string;
};

/** What the user must look at before the form goes on; empty when nothing is newer than what this browser has sent. */
function waitingOf({ draft, local }: Found, own: string): Waiting[] {
  const isSeen = local?.sent && local.seen === draft.version;
  if (isSeen) return [];
  const choices: Waiting[] = [];
  if (draft.version) {
    choices.push({ by: draft.by ?? own, at: draft.at ?? "", changes: draft.changes });
  }
  if (local && !isSame(local.changes, draft.changes)) {
    choices.push({ by: "", at: local.at, changes: local.changes });
  }
  return choices;
}

/** PropertyForm is the form with what waits, the checklist and the buttons. */
export function PropertyForm({ id, document, found, storage }: PropertyFormProps) {
  const { user } = useSession();
  const lang = useLang();
  const lists = useLists();
  const [form] = useState(() => createForm(document.doc));
  const [autosave, setAutosave] = useState<Autosave | null>(null);
  const [draft, setDraft] = useState(found.draft);
  const [choices, setChoices] = useState(() => waitingOf(found, user.name));
  useEffect(() => form.rebase(document.doc), [form, document.doc]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is that of the opening
  useEffect(() => {
    const started = startAutosave(form, `properties/${id}`, storage);
    setAutosave(started);
    if (document.may && choices.length === 0) {
      form.restore(found.local?.changes ?? []);
      started.begin(found.draft);
    }
    return started.stop;
  }, [form, id, storage]);
  const describe = useMemo(() => describeWith(forms.properties, lists, lang), [lists, lang]);
  const answer = (choice: Waiting | null) => {
    form.restore(choice?.changes ?? []);
    form.rebase(document.doc);
    autosave?.begin(draft);
    setChoices([]);
  };
  /** Somebody else has written the draft: both are shown. */
  const compare = async () => {
    const now = await call<Draft>("GET", `entities/properties/${id}/draft`);
    const own: Waiting = { by: "", at: new Date().toISOString(), changes: form.changes() };
    setDraft(now);
    setChoices([{ by: now.by ?? "", at: now.at ?? own.at, changes: now.changes }, own]);
  };
  return (
    <FormProvider value={form}>
      <Frame id={id} document={document}>
        {choices.length > 0 ? (
          <WaitingChanges
            choices={choices}
            describe={describe}
            busy={!autosave}
            onAnswer={answer}
          />
        ) : autosave ? (
          <Editor {...{ id, document, autosave, describe, compare }} />
        ) : null}
      </Frame>
    </FormProvider>
  );
}

/** The page with its title, which follows what is typed. */
function Frame({
  id,
  document,
  children,
}: {
  id: number;
  document: Document;
  children: React.ReactNode;
}) {
  const t = useWords(formWords);
  const lang = useLang();
  const { url } = useSession().site;
  const reference = useOf("reference", (form) => String(form.value("reference") ?? ""));
  const title = useOf(`title.${lang}`, (form) => String(form.stored(`title.${lang}`) ?? ""));
  const link = useOf("status", (form) =>
    form.stored("status") === "publish"
      ? String(form.stored(`alternative_links.${lang}`) ?? form.stored("link") ?? "")
      : "",
  );
  return (
    <Page
      key={id}
      title={title || reference || t.untitled}
      wide
      above={
        <p className={styles.above}>
          <Link to="/studio/properties/">{t.properties}</Link>
          <span>{reference}</span>
        </p>
      }
      actions={
        <>
          {link ? (
            <a href={url + link} target="_blank" rel="noreferrer" className={styles.link}>
              {t.site}
            </a>
          ) : null}
          {document.may ? <Actions id={id} /> : null}
        </>
      }
    >
      {document.may ? null : (
        <p className={styles.note}>
          {document.wordpress_url ? (
            <a href={document.wordpress_url} className={styles.link}>
              {t.wordpress}
            </a>
          ) : (
            t.readOnly
          )}
        </p>
      )}
      {children}
    </Page>
  );
}

/** Duplicate, and trash. */
function Actions({ id }: { id: number }) {
  const t = useWords(formWords);
  const { undo } = useWords(common);
  const { mode } = useSession().site;
  const [asking, setAsking] = useState(false);
  const { busy, run } = useTask();
  if (mode !== "embedded") return null;
  const trash = () =>
    run(async () => {
      const takeBack = await trashProperty(id);
      setAsking(false);
      showToast(t.trashed, { action: { label: undo, run: () => void run(takeBack) } });
      navigate("/studio/properties/");
    });
  return (
    <>
      <Button
        variant="text"
        size="small"
        disabled={busy}
        onClick={() => void run(() => createProperty(id))}
      >
        {t.duplicate}
      </Button>
      <Button variant="text" size="small" disabled={busy} onClick={() => setAsking(true)}>
        {t.trash}
      </Button>
      {asking ? (
        <Confirm
          title={t.trashQuestion}
          yes={t.trash}
          busy={busy}
          onYes={trash}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** Suggests titles of type and place in the languages that have none. */
function Suggestion({ titles }: { titles: Record<string, string> }) {
  const t = useWords(formWords);
  const form = useForm();
  const empty = useOf("", ({ value }) =>
    Object.keys(titles)
      .filter((lang) => !value(`title.${lang}`))
      .join(" "),
  );
  if (!empty) return null;
  const suggest = () => {
    for (const lang of empty.split(" ")) form.change(`title.${lang}`, titles[lang]);
  };
  return (
    <Button variant="line" size="small" className={styles.add} onClick={suggest}>
      {t.suggest}
    </Button>
  );
}

type EditorProps = {
  id: number;
  document: Document;
  autosave: Autosave;
  describe: ReturnType<typeof describeWith>;
  compare: () => Promise<void>;
};

function Editor({ id, document, autosave, describe, compare }: EditorProps) {
  const { may } = document;
  const t = useWords(formWords);
  const { undo } = useWords(common);
  const lang = useLang();
  const { languages } = useSession().site;
  const form = useForm();
  const tab = useQueryKeys().get("tab") || (TABS[0]?.name ?? "");
  const [hadPictures, setHadPictures] = useState(false);
  if (tab === PICTURES && !hadPictures) setHadPictures(true);
  const [previewed, setPreviewed] = useState(false);
  const checks = useOpenChecks(document.checks);
  const target = useRef("");
  const { busy, run } = useTask();
  const path = `entities/properties/${id}`;

  const wrong = useOf("", ({ problem }) =>
    TABS.filter(({ fields: all }) =>
      all.some((field) =>
        [field.path, ...languages.map((one) => `${field.path}.${one}`)].some(problem),
      ),
    )
      .map(({ name }) => name)
      .join(" "),
  ).split(" ");
  const jump = (to: string) => {
    target.current = fieldId(targetOf(forms.properties, to, languages));
    const name = tabOf(forms.properties, to);
    if (name && name !== tab) setQueryKeys({ tab: name });
    else focus(target.current);
  };
  // The field is there after the tab has rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab has changed
  useEffect(() => {
    if (target.current) focus(target.current);
    target.current = "";
  }, [tab]);

  const load = async () => {
    const next = await call<Document>("GET", path);
    queries.setQueryData([path], next);
    reload("log", "today", "properties?");
    return next.doc;
  };
  const takeBack = (number: number) =>
    run(async () => {
      await undoChange(number);
      form.rebase(await load());
      showToast(t.undone);
    });
  const save = (publish: boolean) =>
    run(async () => {
      await autosave.hold();
      const before = form.value("status");
      if (publish) form.change("status", "publish");
      const sent = form.changes();
      try {
        const saved = await saveWithUser(`properties/${id}`, sent, describe);
        form.settle(await load(), sent);
        if (publish && form.stored("status") !== "publish") form.change("status", before);
        if (saved) {
          showToast(form.stored("status") === "publish" ? t.published : t.saved, {
            action: { label: undo, run: () => void takeBack(saved.change) },
          });
        }
      } catch (error) {
        if (publish) form.change("status", before);
        const problems = fieldProblems(error);
        const [first] = Object.keys(problems);
        if (!(error instanceof ApiProblem) || first === undefined) throw error;
        form.setProblems(problems);
        jump(first);
        showToast(problems[""] || `${sentenceOf(error)} ${problems[first] ?? ""}`.trim(), {
          problem: true,
        });
      } finally {
        void autosave.goOn();
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (may) void save(isPublic);
  };
  const isPublic = useOf("status", ({ stored }) => stored("status") === "publish");

  return (
    <div className={cx(styles.columns, previewed && styles.withPreview)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Tabs
          label={t.tabs}
          value={tab}
          onChange={(name) => setQueryKeys({ tab: name })}
          tabs={[
            ...TABS.map(({ name, label }) => ({
              name,
              label: label[lang],
              wrong: wrong.includes(name),
            })),
            { name: HISTORY, label: t.history },
          ]}
        />
        <div
          id={TAB_PANEL}
          role="tabpanel"
          aria-labelledby={tabId(tab)}
          data-tab={tab}
          className={styles.fields}
        >
          {tab === HISTORY ? <History id={id} /> : null}
          {may && tab === TEXTS && document.suggested ? (
            <Suggestion titles={document.suggested as Record<string, string>} />
          ) : null}
          {tab === PICTURES ? null : <Fields tab={tab} readOnly={!may} />}
          {hadPictures ? (
            <div hidden={tab !== PICTURES} className={styles.pictures}>
              <Fields tab={PICTURES} readOnly={!may} />
            </div>
          ) : null}
        </div>
        {may ? (
          <SaveBar {...{ autosave, isPublic, busy, save, compare }} blocked={checks} jump={jump} />
        ) : null}
      </form>
      <aside className={styles.beside}>
        <Checklist checks={checks} onJump={jump} />
        {previewed ? (
          <Preview id={id} onClose={() => setPreviewed(false)} />
        ) : may ? (
          <Button
            variant="line"
            className={styles.previewButton}
            onClick={() => setPreviewed(true)}
          >
            {t.preview}
          </Button>
        ) : null}
      </aside>
    </div>
  );
}

function Fields({ tab, readOnly }: { tab: string; readOnly: boolean }) {
  return TABS.find(({ name }) => name === tab)?.fields.map((field) => (
    <Field key={field.path} field={field} readOnly={readOnly} />
  ));
}

function focus(id: string): void {
  const found = document.getElementById(id);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: "center" });
}

/** The checks without those whose field has a new value, which the server looks at when it is saved. */
function useOpenChecks(checks: Check[]): Check[] {
  const open = useOf("", (form) =>
    checks
      .map(({ path }, index) => (form.isChanged(path) && form.value(path) ? "" : String(index)))
      .filter(Boolean)
      .join(" "),
  );
  return useMemo(
    () => open.split(" ").flatMap((index) => checks[Number(index || -1)] ?? []),
    [open, checks],
  );
}

type SaveBarProps = {
  autosave: Autosave;
  isPublic: boolean;
  busy: boolean;
  save: (publish: boolean) => void;
  compare: () => Promise<void>;
  blocked: Check[];
  jump: (path: string) => void;
};

/** The buttons, and where the changes are. */
function SaveBar({ autosave, isPublic, busy, save, compare, blocked, jump }: SaveBarProps) {
  const t = useWords(formWords);
  const form = useForm();
  const kept = useStore(autosave.kept, "none");
  const isDirty = useOf("", ({ isDirty: read }) => read());
  const [asking, setAsking] = useState(false);
  const { run } = useTask();
  const discard = () => {
    setAsking(false);
    form.restore([]);
    form.setProblems({});
    showToast(t.discarded);
  };
  const publish = () => {
    const first = blocked.find(({ level }) => level === "blocks");
    if (!isPublic && first) {
      showToast(t.refused, { problem: true });
      jump(first.path);
      return;
    }
    save(true);
  };
  return (
    <div className={styles.bar} data-floats="">
      <p role="status" data-kept={kept}>
        {t.kept[kept]}
        {kept === "elsewhere" ? (
          <Button variant="text" size="small" onClick={() => void run(compare)}>
            {t.compare}
          </Button>
        ) : null}
      </p>
      {isDirty ? (
        <Button variant="text" onClick={() => setAsking(true)}>
          {t.discard}
        </Button>
      ) : null}
      {isPublic ? null : (
        <Button type="submit" variant="line" disabled={busy || !isDirty}>
          {t.save}
        </Button>
      )}
      <Button
        type={isPublic ? "submit" : "button"}
        disabled={busy || (isPublic && !isDirty)}
        onClick={isPublic ? undefined : publish}
      >
        {isPublic ? t.publishChanges : t.publish}
      </Button>
      {asking ? (
        <Confirm
          title={t.discardQuestion}
          yes={t.discard}
          onYes={discard}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
