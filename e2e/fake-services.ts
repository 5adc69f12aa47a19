import { createServer, type Server } from "node:http";
import { freePort } from "./serve.ts";

/** A fake third-party service on this machine; it records the URLs of its requests. */
export type FakeService = {
  origin: string;
  requests: string[];
  /** While true it responds with 503. */
  down: boolean;
  close(): Promise<void>;
};

/** The chat: a script that adds its methods to Tawk_API, shows a box and connects to its server. */
const CHAT = `
(() => {
  const api = window.Tawk_API, origin = new URL(document.currentScript.src).origin;
  const box = document.createElement("div");
  box.id = "fake-chat";
  box.hidden = true;
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", "Fake chat");
  box.style.cssText = "position:fixed;inset:auto 0 0 auto;z-index:99;background:#fff;color:#000;padding:20px";
  const button = (text, act) => {
    const node = document.createElement("button");
    node.textContent = text;
    node.onclick = act;
    box.append(node);
  };
  button("Begin chat", () => api.onPrechatSubmit([{ label: "Name", answer: "Ann Example" }]));
  button("Leave a message", () => api.onOfflineSubmit({ name: "Ann Example" }));
  button("Minimise", () => { box.hidden = true; api.onChatMinimized(); });
  document.body.append(box);
  localStorage.setItem("fake-visitor", "1");
  document.cookie = "fake=1; Path=/";
  Object.assign(api, {
    maximize() { box.hidden = false; api.onChatMaximized?.(); },
    minimize() { box.hidden = true; api.onChatMinimized?.(); },
    hideWidget() { box.hidden = true; },
    showWidget() {},
    endChat() {},
    shutdown() { box.remove(); },
  });
  fetch(origin + "/line").then(() => api.onLoad());
})();`;

/** Analytics: sends the commands of dataLayer to its server. */
const ANALYTICS = `
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const send = (command) => navigator.sendBeacon(origin + "/collect?" + encodeURIComponent(JSON.stringify(Array.from(command))));
  for (const command of window.dataLayer) send(command);
  window.dataLayer.push = (command) => send(command);
  document.cookie = "_ga=1; Path=/";
})();`;

export const startFakeChat = (): Promise<FakeService> => start({ "/embed/agency/widget": CHAT });

export const startFakeAnalytics = (): Promise<FakeService> => start({ "/gtag/js": ANALYTICS });

/** The commands that the analytics service has received. */
export const receivedCommands = (analytics: FakeService): unknown[][] =>
  analytics.requests
    .filter((url) => url.startsWith("/collect?"))
    .map((url) => JSON.parse(decodeURIComponent(url.slice("/collect?".length))));

async function start(scripts: Record<string, string>): Promise<FakeService> {
  const requests: string[] = [];
  const service = { requests, down: false } as FakeService;
  const server: Server = createServer((request, response) => {
    const url = request.url ?? "";
    requests.push(url);
    const script = scripts[url.split("?")[0] ?? ""];
    response.writeHead(service.down ? 503 : 200, {
      "Content-Type": script ? "text/javascript" : "text/plain",
      "Access-Control-Allow-Origin": request.headers.origin ?? "*",
      "Access-Control-Allow-Credentials": "true",
      "Cache-Control": "no-store",
    });
    response.end(service.down ? "" : (script ?? "ok"));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  service.origin = `http://127.0.0.1:${port}`;
  service.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return service;
}
