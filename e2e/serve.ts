import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

// What a new store and the clock would draw: the key that shifts hidden positions, and the date of pages.
process.env.ESTATE_TEST_POSITION_KEY ??= "the positions of the journeys";
process.env.ESTATE_TEST_DATE ??= "2026-11-26T10:00";

/** The path of the program under test. */
export const program = process.env.ESTATE_BIN ?? "../bin/estate";

/** Gives a new site the renditions that the common one has made: each takes a processor for up to a second. */
function copyRenditions(data: string): void {
  const [common, own] = [process.env.ESTATE_E2E_DATA ?? data, data].map((folder) =>
    join(folder, "renditions"),
  ) as [string, string];
  // The common site makes more of them meanwhile: a file that begins with a dot is not complete.
  const filter = (from: string) => !basename(from).startsWith(".");
  if (!existsSync(own) && existsSync(common)) cpSync(common, own, { recursive: true, filter });
}

/** Starts the program on a port and waits until it is ready. */
export async function serve(port: number, data: string, ...args: string[]): Promise<ChildProcess> {
  copyRenditions(data);
  const server = spawn(program, ["serve", "--addr", `127.0.0.1:${port}`, "--data", data, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const kill = () => server.kill();
  process.once("exit", kill); // also after an error
  server.once("exit", () => process.off("exit", kill));
  let log = "";
  server.stderr?.on("data", (chunk) => {
    log = (log + chunk).slice(-2000);
  });
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null)
      throw new Error(`${program} ended with ${server.exitCode}: ${log}`);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) return server;
    await wait(200);
  }
  server.kill();
  throw new Error(`${program} did not become ready on port ${port}: ${log}`);
}

/** A free TCP port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
