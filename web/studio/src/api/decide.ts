import { createStore } from "../../../src/lib/store.ts";
import type { Change, Conflict, FieldProblem, Saved } from "../generated/api.ts";
import { ApiProblem } from "./call.ts";
import { saveChanges } from "./save.ts";

/** Says what a path and a value are, in the user's words. */
export type Describe = (path: string, value: unknown) => { label: string; text: string };

/** What a save needs the user to decide. */
export type Decision =
  | { kind: "guards"; guards: FieldProblem[]; answer: (confirmed: boolean) => void }
  | {
      kind: "conflicts";
      conflicts: Conflict[];
      describe: Describe;
      /** The changes that are saved after all, from the present values. */
      answer: (changes: Change[]) => void;
    };

/** The open decision, which the shell shows as a dialog. */
export const decision = createStore<Decision | null>(null);

let last: Promise<unknown> = Promise.resolve();

/** Opens a decision when the one before it has ended. */
function decide<T>(open: (answer: (value: T) => void) => Decision): Promise<T> {
  const answered = last.then(
    () =>
      new Promise<T>((resolve) => {
        decision.set(
          open((value) => {
            decision.set(null);
            resolve(value);
          }),
        );
      }),
  );
  last = answered;
  return answered;
}

/**
 * Saves changes of an entity and asks the user where the server asks: guards, and values that somebody
 * else has changed. Null when nothing was saved. Throws ApiProblem for all other refusals.
 */
export async function saveWithUser(
  entity: string,
  changes: Change[],
  describe: Describe,
): Promise<Saved | null> {
  let left = changes;
  let confirmed = false;
  let saved: Saved | null = null;
  while (left.length > 0) {
    try {
      return await saveChanges(entity, left, confirmed);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const { type, guards = [], conflicts = [], saved: part } = error.problem;
      if (type === "confirm") {
        confirmed = await decide<boolean>((answer) => ({ kind: "guards", guards, answer }));
        if (!confirmed) return saved;
      } else if (type === "conflict") {
        saved = part ?? saved;
        left = await decide<Change[]>((answer) => ({
          kind: "conflicts",
          conflicts,
          describe,
          answer,
        }));
      } else {
        throw error;
      }
    }
  }
  return saved;
}
