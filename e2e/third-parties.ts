import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FakeService, startFakeAnalytics, startFakeChat } from "./fake-services.ts";
import { test as baseTest } from "./fixtures.ts";
import { freePort, serve } from "./serve.ts";
import { importLines, seedDemo } from "./store.ts";

/** A site with fake chat and analytics services, and with an info popup. */
export type ThirdPartySite = {
  site: string;
  chat: FakeService;
  analytics: FakeService;
  noticeDate: number;
};

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

/** Seeds a store with the demo content and the notice in its settings. */
function seed(data: string): void {
  const lines = seedDemo(data).map((line) => {
    if (!line.startsWith('{"kind":"settings"')) return line;
    const record = JSON.parse(line);
    record.data.info_popup = NOTICE;
    return JSON.stringify(record);
  });
  importLines(data, lines);
}

/** Tests with that site; the fake services listen on ports of their own. */
export const test = baseTest.extend<Record<never, never>, { agency: ThirdPartySite }>({
  agency: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter names
    async ({}, use) => {
      const [chat, analytics] = await Promise.all([startFakeChat(), startFakeAnalytics()]);
      const data = mkdtempSync(join(tmpdir(), "estate-third-parties-"));
      const config = join(data, "estate.toml");
      writeFileSync(
        config,
        `[chat]\nscript = "${chat.origin}/embed/agency/widget"\n` +
          `[analytics]\nid = "G-TEST"\nscript = "${analytics.origin}/gtag/js"\n`,
      );
      seed(data);
      const port = await freePort();
      const server = await serve(port, data, "--config", config);
      const noticeDate = Date.parse(NOTICE.date);
      await use({ site: `http://127.0.0.1:${port}`, chat, analytics, noticeDate });
      server.kill();
      await Promise.all([chat.close(), analytics.close()]);
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: "worker" },
  ],
  baseURL: ({ agency }, use) => use(agency.site),
});
