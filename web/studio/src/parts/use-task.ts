import { useCallback, useRef, useState } from "react";
import { ApiProblem } from "../api/call.ts";
import { fieldProblems, sentenceOf } from "../api/failure.ts";
import { showToast } from "./toast.tsx";

export type Task = {
  busy: boolean;
  /** Runs the work unless other work runs. Tells the user about an error and returns whether there was none. */
  run: (work: () => Promise<void>) => Promise<boolean>;
};

/** The sentences about single fields say more than the one about all. */
const textOf = (error: unknown) =>
  Object.values(fieldProblems(error)).join(" ") || sentenceOf(error);

/** A question that the user has closed is no news for them. */
const isDeclined = (error: unknown) =>
  error instanceof ApiProblem && ["signed-out", "strong"].includes(error.problem.type);

/** useTask runs one call at a time for a button or a form. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      if (!isDeclined(error)) showToast(textOf(error), { problem: true });
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, run };
}
