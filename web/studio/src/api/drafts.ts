import { clear, createStore as createDatabase, get, promisifyRequest } from "idb-keyval";

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

/** Writes with a commit of its own: the browser finishes it also when the page ends with the next key press. */
const write = (change: (drafts: IDBObjectStore) => void) =>
  quietly(() =>
    database()("readwrite", (drafts) => {
      change(drafts);
      drafts.transaction.commit();
      return promisifyRequest(drafts.transaction);
    }),
  );

/** Keeps unsaved text in the browser, by user and form, until dropDraft. */
export const keepDraft = (key: string, draft: unknown) => write((drafts) => drafts.put(draft, key));

/** The text that was kept; undefined for none. It is offered, never saved by itself. */
export const readDraft = <T>(key: string) => quietly(() => get<T>(key, database()));

export const dropDraft = (key: string) => write((drafts) => drafts.delete(key));

/** Removes all drafts, at a sign-out. */
export const dropAllDrafts = () => quietly(() => clear(database()));
