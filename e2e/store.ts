import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "./serve.ts";

const estate = (...args: string[]) => execFileSync(program, args, { stdio: "ignore" });

const exported = (data: string) => join(data, "content.jsonl");

/** Fills a new store with the demo agency, and gives the lines of its export. */
export function seedDemo(data: string): string[] {
  estate("demo", "--data", data, "--properties", "0");
  estate("export", "--data", data, exported(data));
  return readFileSync(exported(data), "utf8").split("\n");
}

/** Puts lines of an export into a store. */
export function importLines(data: string, lines: readonly string[]): void {
  writeFileSync(exported(data), lines.join("\n"));
  estate("import", "--strict", "--data", data, exported(data));
}
