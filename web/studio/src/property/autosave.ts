import { createStore, type Store } from "../../../src/lib/store.ts";
import { ApiProblem, call } from "../api/call.ts";
import { dropDraft, keepDraft } from "../api/drafts.ts";
import type { Change, Draft, PutDraft } from "../generated/api.ts";
import type { FormStore } from "./form-store.ts";

/** What this browser keeps of a form: the changes, the draft of the server that they go on from, and whether that has them. */
export type LocalCopy = { changes: Change[]; seen: string; at: string; sent: boolean };

/** What was typed before and not published: on the server, and in this browser. */
export type Found = { draft: Draft; local: LocalCopy | null };

export const isLocalCopy = (value: unknown): value is LocalCopy =>
  typeof value === "object" && value !== null && Array.isArray((value as LocalCopy).changes);

/** Where the changes are: nowhere but here, on the way, on the server; elsewhere says that another one is there. */
export type Kept = "none" | "here" | "sending" | "server" | "elsewhere";

/** The browser's copy is written at each pause (ms). */
const LOCAL_PAUSE = 300;
/** The server has the changes after this silence, and at the latest after this time of typing (ms). */
const SILENCE = 2_000;
const LATEST = 10_000;
/** After a failed attempt the next one waits (ms). */
const RETRY = 10_000;

export type Autosave = {
  kept: Store<Kept>;
  /** The user has decided about the draft of the server: from now on the changes of the form replace it. */
  begin: (draft: Draft) => void;
  /** Stops before a save, when the call in flight has ended. */
  hold: () => Promise<void>;
  /** Goes on after a save: the draft has what is left. */
  goOn: () => Promise<void>;
  stop: () => void;
};

/** Keeps the changes of a form in the browser and on the server, one call at a time. */
export function startAutosave(form: FormStore, entity: string, key: string): Autosave {
  const kept = createStore<Kept>("none");
  const path = `entities/${entity}/draft`;
  let seen = "";
  let holding = true;
  let stopped = false;
  let sent = "[]";
  let flight: Promise<void> = Promise.resolve();
  let local: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let since = 0;

  const keepLocal = () => {
    clearTimeout(local);
    local = undefined;
    const changes = form.changes();
    const at = new Date().toISOString();
    const copy: LocalCopy = { changes, seen, at, sent: JSON.stringify(changes) === sent };
    void (changes.length > 0 ? keepDraft(key, copy) : dropDraft(key));
  };
  const send = async (): Promise<void> => {
    clearTimeout(silence);
    silence = undefined;
    since = 0;
    const changes = form.changes();
    const text = JSON.stringify(changes);
    if (holding || stopped || text === sent) return;
    kept.set("sending");
    try {
      const body: PutDraft = { changes, seen };
      const draft = await call<Draft>("PUT", path, body);
      seen = draft.version;
      sent = text;
      keepLocal();
      const isAll = JSON.stringify(form.changes()) === sent;
      kept.set(isAll ? (changes.length > 0 ? "server" : "none") : "here");
    } catch (error) {
      const isOther = error instanceof ApiProblem && error.problem.type === "conflict";
      kept.set(isOther ? "elsewhere" : "here");
      if (isOther) holding = true;
      else schedule(RETRY);
    }
  };
  const run = () => {
    flight = flight.then(send);
  };
  const schedule = (wait: number) => {
    clearTimeout(silence);
    if (!stopped) silence = setTimeout(run, wait);
  };
  const changed = () => {
    if (stopped) return;
    clearTimeout(local);
    local = setTimeout(keepLocal, LOCAL_PAUSE);
    if (holding) return;
    if (kept.get() !== "sending") kept.set("here");
    since ||= Date.now();
    schedule(Math.min(SILENCE, Math.max(0, since + LATEST - Date.now())));
  };
  // The page may never be shown again.
  const leave = () => {
    if (document.visibilityState !== "hidden") return;
    if (local) keepLocal();
    if (silence) run();
  };
  const unsubscribe = form.subscribe("", changed);
  document.addEventListener("visibilitychange", leave);
  return {
    kept,
    begin(draft) {
      seen = draft.version;
      sent = JSON.stringify(draft.changes);
      holding = false;
      keepLocal();
      kept.set(form.isDirty() ? "server" : "none");
      if (JSON.stringify(form.changes()) !== sent) run();
    },
    async hold() {
      clearTimeout(silence);
      await flight;
      holding = true;
    },
    async goOn() {
      try {
        const draft = await call<Draft>("GET", path);
        seen = draft.version;
        sent = JSON.stringify(draft.changes);
      } catch {
        sent = ""; // the next attempt finds out
      }
      keepLocal();
      holding = false;
      kept.set(form.isDirty() ? "server" : "none");
      run();
      await flight;
    },
    stop() {
      if (local) keepLocal();
      if (silence) run();
      stopped = true;
      unsubscribe();
      document.removeEventListener("visibilitychange", leave);
    },
  };
}
