import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, serve } from "./serve.ts";
import { type StandIn, startChatStandIn, startCounterStandIn } from "./stand-ins.ts";
import { importLines, seedDemo } from "./store.ts";
import { test as watchedTest } from "./watched.ts";

/** An agency that has invited a chat and analytics, and has something to say to everybody. */
export type House = { site: string; chat: StandIn; counter: StandIn; noticeDate: number };

const NOTICE = {
  title: { en: "Open house in Camoján", es: "Puertas abiertas en Camoján" },
  text: { en: "On Saturday, from 11 to 14.", es: "El sábado, de 11 a 14." },
  btn_label: { en: "See the home", es: "Ver la casa" },
  link: {
    en: "/properties/camojan-villa-with-observatory/",
    es: "/es/properties/camojan-villa-with-observatory/",
  },
  date: "2026-03-01T09:00:00Z",
};

/** Puts the notice into the options records of a new store. */
function seed(data: string): void {
  const lines = seedDemo(data).map((line) => {
    if (!line.startsWith('{"kind":"settings"')) return line;
    const record = JSON.parse(line);
    record.data.info_popup = NOTICE;
    return JSON.stringify(record);
  });
  importLines(data, lines);
}

/** Journeys through a site of that agency; the stand-ins of the other houses are on ports of their own. */
export const test = watchedTest.extend<Record<never, never>, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters' names
    async ({}, use) => {
      const [chat, counter] = await Promise.all([startChatStandIn(), startCounterStandIn()]);
      const data = mkdtempSync(join(tmpdir(), "estate-house-"));
      const config = join(data, "estate.toml");
      writeFileSync(
        config,
        `[chat]\nscript = "${chat.origin}/embed/agency/widget"\n` +
          `[analytics]\nid = "G-TEST"\nscript = "${counter.origin}/gtag/js"\n`,
      );
      seed(data);
      const port = await freePort();
      const server = await serve(port, data, "--config", config);
      const noticeDate = Date.parse(NOTICE.date);
      await use({ site: `http://127.0.0.1:${port}`, chat, counter, noticeDate });
      server.kill();
      await Promise.all([chat.close(), counter.close()]);
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker" },
  ],
  baseURL: ({ house }, use) => use(house.site),
});
