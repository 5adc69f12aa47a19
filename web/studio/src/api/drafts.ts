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

/** What is to be written, by key; undefined removes. */
const pending = new Map<string, unknown>();
let scheduled = false;

/** Writes with a commit of its own: the browser finishes it also when the page ends. */
function flush() {
  scheduled = false;
  const changes = [...pending];
  pending.clear();
  if (changes.length === 0) return;
  void quietly(() =>
    database()("readwrite", (drafts) => {
      for (const [key, draft] of changes) {
        if (draft === undefined) drafts.delete(key);
        else drafts.put(draft, key);
      }
      drafts.transaction.commit();
      return promisifyRequest(drafts.transaction);
    }),
  );
}
window.addEventListener("pagehide", flush);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) flush(); // a phone may end the page without a further event
});

/** Writes after the next paint, so a key press shows its character first; at once when the page ends. */
function write(key: string, draft: unknown) {
  pending.set(key, draft);
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => setTimeout(flush));
}

/** Keeps unsaved text in the browser, by user and form, until dropDraft. */
export const keepDraft = (key: string, draft: unknown): void => write(key, draft);

/** The text that was kept; undefined for none. It is offered, never saved by itself. */
export const readDraft = <T>(key: string): Promise<T | undefined> =>
  quietly(async () =>
    pending.has(key) ? (pending.get(key) as T | undefined) : get<T>(key, database()),
  );

export const dropDraft = (key: string): void => write(key, undefined);

/** Removes all drafts, at a sign-out. */
export const dropAllDrafts = () => {
  pending.clear();
  return quietly(() => clear(database()));
};
