import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "./serve.ts";

const estate = (...args: string[]) => execFileSync(program, args, { stdio: "ignore" });

/** The path of the file with the exported content of a store. */
export const exported = (data: string) => join(data, "content.jsonl");

/** Seeds a new store with the demo content and returns the lines of its export. */
export function seedDemo(data: string): string[] {
  estate("demo", "--data", data, "--properties", "0");
  estate("export", "--data", data, exported(data));
  return readFileSync(exported(data), "utf8").split("\n");
}

/** Imports lines of an export into a store. */
export function importLines(data: string, lines: readonly string[]): void {
  writeFileSync(exported(data), lines.join("\n"));
  estate("import", "--strict", "--data", data, exported(data));
}
