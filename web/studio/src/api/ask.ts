import { createStore } from "../../../src/lib/store.ts";

/** What a call needs of the user before it is repeated. */
export type Question = {
  kind: "sign-in" | "strong";
  /** Ends the question: true repeats the calls that wait. */
  answer: (done: boolean) => void;
};

/** The open question, which the shell shows as a dialog. */
export const question = createStore<Question | null>(null);

let open: { kind: Question["kind"]; answered: Promise<boolean> } | null = null;

/** Asks the user. Calls that need the same at the same time share one question; others wait for its end. */
export async function ask(kind: Question["kind"]): Promise<boolean> {
  while (open && open.kind !== kind) await open.answered;
  if (!open) {
    const answered = new Promise<boolean>((resolve) => {
      question.set({
        kind,
        answer: (done) => {
          open = null;
          question.set(null);
          resolve(done);
        },
      });
    });
    open = { kind, answered };
  }
  return open.answered;
}
