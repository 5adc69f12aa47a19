import { createContext, useContext, useSyncExternalStore } from "react";
import type { Change } from "../generated/api.ts";

/** A changed value: the one that the user saw, and the new one. */
export type Edit = { from: unknown; to: unknown };

/**
 * The values of a form by path: the stored document and what the user has changed of it. A field renders again when its own
 * value changes, however large the document is.
 */
export type FormStore = {
  /** The value that the form shows, null for none. The same object until it changes. */
  value: (path: string) => unknown;
  stored: (path: string) => unknown;
  problem: (path: string) => string;
  isChanged: (path: string) => boolean;
  isDirty: () => boolean;
  /** A value that equals the stored one is no change. */
  change: (path: string, to: unknown) => void;
  /** What the user has changed, as the API takes it. */
  changes: () => Change[];
  /** Puts changes in place of those of the user. */
  restore: (changes: Change[]) => void;
  /** Takes a document that was stored meanwhile. Changes that it has are none; the others keep what the user saw. */
  rebase: (doc: unknown) => void;
  /** rebase after a save: of the changes that were sent also those are gone whose value somebody else has given. */
  settle: (doc: unknown, sent: Change[]) => void;
  setProblems: (problems: Record<string, string>) => void;
  /** Calls listener after each change of a path; "" means of any. Returns how to unsubscribe. */
  subscribe: (path: string, listener: () => void) => () => void;
};

/** The value at a path of a document, null for none. */
export function valueAt(doc: unknown, path: string): unknown {
  let value = doc;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return value ?? null;
}

/** Documents leave out what is empty: null, "", 0, false, and lists and objects without a value are the same. */
const isNone = (value: unknown): boolean =>
  !value ||
  (typeof value === "object" &&
    (Array.isArray(value) ? value.length === 0 : Object.values(value).every(isNone)));

export function isSame(a: unknown, b: unknown): boolean {
  if (isNone(a) || isNone(b)) return isNone(a) && isNone(b);
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [first, second] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false;
  return Object.keys({ ...first, ...second }).every((key) => isSame(first[key], second[key]));
}

/** A text of spaces is no value; the server stores what is empty as none. */
const tidy = (value: unknown): unknown => {
  const text = typeof value === "string" ? value.trim() : value;
  return isNone(text) ? null : text;
};

/** A problem of an entry, such as "gallery.3.alt.en", is shown at its list, with the number of the entry. */
function ofList([path, text]: [string, string]): [string, string] {
  const [list = path, index] = path.split(/\.(\d+)(?:\.|$)/);
  return index === undefined ? [path, text] : [list, `${Number(index) + 1}: ${text}`];
}

export function createForm(document: unknown): FormStore {
  let doc = document;
  let edits = new Map<string, Edit>();
  let problems = new Map<string, string>();
  const listeners = new Map<string, Set<() => void>>();
  const tell = (paths: Iterable<string>) => {
    for (const path of paths) for (const listener of listeners.get(path) ?? []) listener();
    for (const listener of listeners.get("") ?? []) listener();
  };
  const rebase = (next: unknown) => {
    doc = next;
    edits = new Map([...edits].filter(([path, { to }]) => !isSame(tidy(to), valueAt(doc, path))));
    tell([...listeners.keys()].filter(Boolean));
  };
  return {
    value: (path) => (edits.has(path) ? edits.get(path)?.to : valueAt(doc, path)),
    stored: (path) => valueAt(doc, path),
    problem: (path) => problems.get(path) ?? "",
    isChanged: (path) => edits.has(path),
    isDirty: () => edits.size > 0,
    change(path, to) {
      const from = edits.has(path) ? edits.get(path)?.from : valueAt(doc, path);
      if (isSame(tidy(from), tidy(to))) edits.delete(path);
      else edits.set(path, { from, to });
      problems.delete(path);
      tell([path]);
    },
    changes: () => [...edits].map(([path, { from, to }]) => ({ path, from, to: tidy(to) })),
    restore(changes) {
      const before = edits;
      edits = new Map(changes.map(({ path, from, to }) => [path, { from, to }]));
      problems.clear();
      tell(new Set([...before.keys(), ...edits.keys()]));
    },
    rebase,
    settle(next, sent) {
      for (const { path, from, to } of sent) {
        const isSent = isSame(tidy(edits.get(path)?.to), to);
        if (isSent && !isSame(tidy(from), valueAt(next, path))) edits.delete(path);
      }
      rebase(next);
    },
    setProblems(next) {
      const before = problems;
      problems = new Map(Object.entries(next).map(ofList));
      tell(new Set([...before.keys(), ...problems.keys()]));
    },
    subscribe(path, listener) {
      const own = listeners.get(path) ?? new Set();
      listeners.set(path, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(path);
      };
    },
  };
}

const Form = createContext<FormStore | null>(null);
export const FormProvider = Form.Provider;

export function useForm(): FormStore {
  const form = useContext(Form);
  if (!form) throw new Error("there is no form");
  return form;
}

/** Reads something of the form, and again after each change of a path ("" for any). */
export function useOf<T>(path: string, read: (form: FormStore) => T): T {
  const form = useForm();
  return useSyncExternalStore(
    (listener) => form.subscribe(path, listener),
    () => read(form),
  );
}

export const useValue = (path: string): unknown => useOf(path, (form) => form.value(path));
export const useProblem = (path: string): string => useOf(path, (form) => form.problem(path));
