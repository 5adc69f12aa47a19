import { common } from "../words/common.ts";
import { currentLang } from "../words/words.ts";
import { ApiProblem, NoAnswer } from "./call.ts";

/** The sentence that tells the user about an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  const t = common[currentLang()];
  return error instanceof NoAnswer ? t.offline : t.failed;
}

/** The problems of fields by name or path; empty for other errors. */
export function fieldProblems(error: unknown): Record<string, string> {
  const fields = error instanceof ApiProblem ? (error.problem.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ path, text }) => [path, text]));
}
