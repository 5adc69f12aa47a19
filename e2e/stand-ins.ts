import { createServer, type Server } from "node:http";
import { freePort } from "./serve.ts";

/** A service of another house, played on this machine; it remembers what it was asked for. */
export type StandIn = {
  origin: string;
  asked: string[];
  /** While true it answers everything with 503. */
  down: boolean;
  close(): Promise<void>;
};

/** The chat: a script that puts its methods on Tawk_API, draws a box and keeps a line to its house. */
const CHAT = `
(() => {
  const api = window.Tawk_API, home = new URL(document.currentScript.src).origin;
  const box = document.createElement("div");
  box.id = "stand-in-chat";
  box.hidden = true;
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", "Stand-in chat");
  box.style.cssText = "position:fixed;inset:auto 0 0 auto;z-index:99;background:#fff;color:#000;padding:20px";
  const button = (text, act) => {
    const made = document.createElement("button");
    made.textContent = text;
    made.onclick = act;
    box.append(made);
  };
  button("Begin chat", () => api.onPrechatSubmit([{ label: "Name", answer: "Ann Example" }]));
  button("Leave a message", () => api.onOfflineSubmit({ name: "Ann Example" }));
  button("Minimise", () => { box.hidden = true; api.onChatMinimized(); });
  document.body.append(box);
  localStorage.setItem("stand-in-visitor", "1");
  document.cookie = "standin=1; Path=/";
  Object.assign(api, {
    maximize() { box.hidden = false; api.onChatMaximized?.(); },
    minimize() { box.hidden = true; api.onChatMinimized?.(); },
    hideWidget() { box.hidden = true; },
    showWidget() {},
    endChat() {},
    shutdown() { box.remove(); },
  });
  fetch(home + "/line").then(() => api.onLoad());
})();`;

/** Analytics: whatever is queued in dataLayer goes to its house. */
const COUNTER = `
(() => {
  const home = new URL(document.currentScript.src).origin;
  const tell = (command) => navigator.sendBeacon(home + "/collect?" + encodeURIComponent(JSON.stringify(Array.from(command))));
  for (const command of window.dataLayer) tell(command);
  window.dataLayer.push = (command) => tell(command);
  document.cookie = "_ga=1; Path=/";
})();`;

export const startChatStandIn = (): Promise<StandIn> => start({ "/embed/agency/widget": CHAT });

export const startCounterStandIn = (): Promise<StandIn> => start({ "/gtag/js": COUNTER });

/** What the analytics stand-in was told, commands as they were queued. */
export const told = (counter: StandIn): unknown[][] =>
  counter.asked
    .filter((url) => url.startsWith("/collect?"))
    .map((url) => JSON.parse(decodeURIComponent(url.slice("/collect?".length))));

async function start(scripts: Record<string, string>): Promise<StandIn> {
  const asked: string[] = [];
  const standIn = { asked, down: false } as StandIn;
  const server: Server = createServer((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const script = scripts[url.split("?")[0] ?? ""];
    response.writeHead(standIn.down ? 503 : 200, {
      "Content-Type": script ? "text/javascript" : "text/plain",
      "Access-Control-Allow-Origin": request.headers.origin ?? "*",
      "Access-Control-Allow-Credentials": "true",
      "Cache-Control": "no-store",
    });
    response.end(standIn.down ? "" : (script ?? "ok"));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  standIn.origin = `http://127.0.0.1:${port}`;
  standIn.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return standIn;
}
