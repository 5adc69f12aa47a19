import { beforeEach, expect, test } from "vitest";
import type { Analytics } from "../../generated/view.ts";
import { startAnalytics } from "./analytics.ts";

type Queues = { dataLayer?: ArrayLike<unknown>[]; _paq?: unknown[][] };
const queues = window as unknown as Queues;

beforeEach(() => {
  delete queues.dataLayer;
  delete queues._paq;
  document.head.replaceChildren();
});

const script = () => document.head.querySelector("script")?.src;

test("gtag: page views and leads are queued before the script loads", () => {
  const settings: Analytics = {
    service: "gtag",
    script: "https://count.test/gtag/js",
    id: "G-1 2",
  };
  const tracker = startAnalytics(settings);
  tracker.page("/es/", "Inicio");
  tracker.event("Prechat Submit", "Lead");
  expect(script()).toBe("https://count.test/gtag/js?id=G-1%202");
  const commands = queues.dataLayer?.map((command) => Array.from(command)) ?? [];
  expect(commands.slice(1)).toEqual([
    ["config", "G-1 2", { send_page_view: false }],
    ["event", "page_view", { page_location: `${location.origin}/es/`, page_title: "Inicio" }],
    ["event", "Prechat Submit", { event_category: "Lead" }],
  ]);
  expect(Object.prototype.toString.call(queues.dataLayer?.[0])).toBe("[object Arguments]");
});

test("matomo: page views and leads are queued before the script loads", () => {
  const tracker = startAnalytics({
    service: "matomo",
    script: "https://count.test/m/matomo.js",
    id: "7",
  });
  tracker.page("/", "Home");
  tracker.event("Offline Submit", "Lead");
  expect(script()).toBe("https://count.test/m/matomo.js");
  expect(queues._paq).toEqual([
    ["setTrackerUrl", "https://count.test/m/matomo.php"],
    ["setSiteId", "7"],
    ["setCustomUrl", `${location.origin}/`],
    ["setDocumentTitle", "Home"],
    ["trackPageView"],
    ["trackEvent", "Lead", "Offline Submit"],
  ]);
});
