import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import type {
  Link,
  LinkDone,
  LinkInfo,
  PropertyList,
  PropertyRow,
  Role,
  TOTPSecret,
  Users,
} from "../../web/studio/src/generated/api.ts";
import { test as base, expect } from "../fixtures.ts";
import { freePort, program } from "../serve.ts";

/** A person with an account and an open session. */
export type Person = {
  name: string;
  mail: string;
  /** The cookie of the session, "name=value". */
  cookie: string;
  /** Recovery codes that are left; each works once, and a code of the authenticator too. */
  codes: string[];
};

/** A site with a studio and its people. */
export type Office = {
  /** The address of site and studio, without a slash at its end. */
  url: string;
  /** The token of the first owner's link, while there is no account. */
  token: string;
  owner: Person;
  editor: Person;
  agent: Person;
  stop: () => void;
};

export const PASSWORD = "olive terrace quiet harbour";

/** Starts a program with a new store and waits for the link of its first owner. */
export async function startStudio(
  ...args: string[]
): Promise<Omit<Office, "owner" | "editor" | "agent">> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), "estate-studio-"));
  const server = spawn(program, ["serve", "--addr", `127.0.0.1:${port}`, "--data", data, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  const read = (chunk: Buffer) => {
    out = (out + String(chunk)).slice(-20_000);
  };
  server.stdout.on("data", read);
  server.stderr.on("data", read);
  const stop = () => end(server, data);
  process.once("exit", stop);
  for (let tries = 0; tries < 300; tries++) {
    const link = /(http:\/\/\S+)\/studio\/setup\/#(\S+)/.exec(out);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (link && ready?.ok) return { url: link[1] ?? "", token: link[2] ?? "", stop };
    if (server.exitCode !== null) break;
    await wait(200);
  }
  stop();
  throw new Error(`no studio: ${out}`);
}

function end(server: ChildProcess, data: string) {
  server.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
}

/** Calls the studio's interface without a browser. */
export async function callStudio<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  cookie = "",
): Promise<{ body: T; cookie: string }> {
  const response = await fetch(`${url}/studio/api/${path}`, {
    method,
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  const set = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  return { body: (text ? JSON.parse(text) : undefined) as T, cookie: set };
}

/** The code of an authenticator now (RFC 6238). */
export function totp(secret: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replaceAll(/[\s=]/g, "")]
    .map((char) => alphabet.indexOf(char).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Makes the account of a link by password and authenticator. */
export async function acceptLink(
  url: string,
  token: string,
  name: string,
  lang: "en" | "es",
): Promise<Person> {
  const { body: info } = await callStudio<LinkInfo>(url, "POST", "link", { token });
  const mail = info.mail || `${name.toLowerCase()}@zero.example`;
  const person = { mail, name, lang };
  const { body: secret } = await callStudio<TOTPSecret>(url, "POST", "link/password", {
    token,
    person,
    password: PASSWORD,
  });
  const { body: done, cookie } = await callStudio<LinkDone>(url, "POST", "link/totp", {
    token,
    code: totp(secret.secret),
  });
  return { name, mail, cookie, codes: done.codes ?? [] };
}

async function invite(
  url: string,
  owner: Person,
  role: Role,
  name: string,
  lang: "en" | "es",
): Promise<Person> {
  const { body: users } = await callStudio<Users>(url, "GET", "users", undefined, owner.cookie);
  // An agent with properties.
  const { body: list } = await callStudio<PropertyList>(
    url,
    "GET",
    "properties",
    undefined,
    owner.cookie,
  );
  const agentName = list.properties.find(({ agent }) => agent)?.agent;
  const author =
    role === "agent" ? users.authors.find((one) => one.name === agentName)?.id : undefined;
  const mail = `${name.toLowerCase()}@zero.example`;
  const { body: link } = await callStudio<Link>(
    url,
    "POST",
    "users",
    { mail, name, lang, role, ...(author ? { author } : {}) },
    owner.cookie,
  );
  return acceptLink(url, link.url.split("#")[1] ?? "", name, lang);
}

/** Opens the studio's pages as a person. */
export async function signIn(
  context: BrowserContext,
  office: Pick<Office, "url">,
  person: Person,
): Promise<void> {
  const [name = "", value = ""] = person.cookie.split("=");
  await context.addCookies([{ name, value, url: office.url, httpOnly: true, sameSite: "Strict" }]);
}

/** Rows of the list. */
export async function rowsOf(office: Office, query = ""): Promise<PropertyRow[]> {
  const { body } = await callStudio<PropertyList>(
    office.url,
    "GET",
    `properties?${query}`,
    undefined,
    office.owner.cookie,
  );
  return body.properties;
}

/** The row of a reference as it is stored now. */
export async function rowOf(office: Office, reference: string): Promise<PropertyRow> {
  const row = (await rowsOf(office, `q=${reference}`)).find((one) => one.reference === reference);
  if (!row) throw new Error(`no property ${reference}`);
  return row;
}

/** A row of the page by its reference. */
export const lineOf = (page: Page, reference: string) =>
  page.locator("[data-row]").filter({ hasText: reference });

/** One office for the journeys of a worker. A journey that changes a property takes its own by number. */
export const test = base.extend<
  { taken: (number: number) => Promise<PropertyRow> },
  { office: Office }
>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const studio = await startStudio();
      const owner = await acceptLink(studio.url, studio.token, "Olivia", "en");
      const editor = await invite(studio.url, owner, "editor", "Elena", "es");
      const agent = await invite(studio.url, owner, "agent", "Adam", "en");
      await use({ ...studio, owner, editor, agent });
      studio.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ office }, use) => use(office.url),
  taken: async ({ office }, use) => {
    const rows = (await rowsOf(office, "sort=reference&state=available")).filter(
      (row) => row.link && row.price.amount > 300_000 && !row.price.on_ask,
    );
    await use(async (number) => {
      const row = rows[number];
      if (!row) throw new Error(`no property ${number}`);
      return row;
    });
  },
});

export { expect };
