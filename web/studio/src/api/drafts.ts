import { clear, createStore as createDatabase, del, get, set } from "idb-keyval";

let opened: ReturnType<typeof createDatabase> | undefined;
/** One connection for all: to open one takes longer than a key press. */
const database = () => {
  opened ??= createDatabase("estate-studio-drafts", "drafts");
  return opened;
};
const quietly = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined; // a browser without a database
  }
};

/** Keeps unsaved text in the browser, by user and form, until dropDraft. */
export const keepDraft = (key: string, draft: unknown) =>
  quietly(() => set(key, draft, database()));

/** The text that was kept; undefined for none. It is offered, never saved by itself. */
export const readDraft = <T>(key: string) => quietly(() => get<T>(key, database()));

export const dropDraft = (key: string) => quietly(() => del(key, database()));

/** Removes all drafts, at a sign-out. */
export const dropAllDrafts = () => quietly(() => clear(database()));
