import "./styles/index.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { awaitFirstGesture } from "./app/first-gesture.ts";
import { lazyViews } from "./app/lazy-views.ts";
import { createRouter } from "./app/navigation.ts";
import { Root } from "./app/root.tsx";
import { createSections } from "./app/sections.ts";
import { byUrgency } from "./app/urgency.ts";
import { startConsent } from "./features/consent/consent.ts";
import { startFavorites } from "./features/favorites/favorites.ts";
import { closeMenu } from "./features/menu/menu.ts";
import { startNotice } from "./features/notice/notice.ts";
import type { View } from "./generated/view.ts";
import { loadWords, reportMissing } from "./i18n/load-words.ts";
import { createWords } from "./i18n/translate.ts";

/** Takes the server's page over, or draws it where the server sent only data. */
async function start(): Promise<void> {
  const view: View = JSON.parse(document.getElementById("view")?.textContent ?? "");
  const root = document.getElementById("root");
  if (!root) throw new Error("the document has no #root");

  const sections = createSections();
  const words = createWords({}, import.meta.env.DEV ? reportMissing : undefined);
  const prepare = async ({ lang, content }: View) => {
    await Promise.all([loadWords(words, lang), sections.load(content.map(({ kind }) => kind))]);
  };
  // Words and sections come first, so that the first render equals the server's. What it drew
  // far down stays as it is until its chunk is there.
  const drawn = root.firstElementChild !== null;
  if (drawn) {
    const { early, late } = byUrgency(view);
    await Promise.all([loadWords(words, view.lang), sections.load(early)]);
    sections.loadLater(late);
  } else await prepare(view);
  startFavorites();
  startConsent();
  startNotice();
  const views = lazyViews(async () => (await import("./app/views.ts")).createViews());
  const onGesture = awaitFirstGesture();
  onGesture(views.warm);
  const router = createRouter({
    view,
    views,
    prepare,
    prepareEarly: (later) => onGesture(() => void prepare(later).catch(() => {})),
    leave: (link, replace) => (replace ? location.replace(link) : location.assign(link)),
    clicked: closeMenu,
  });
  const app = <Root view={view} sections={sections} words={words} router={router} />;
  // Taking over is work in small pieces: in between the browser scrolls and answers. A part whose
  // chunk did not come cannot be taken over; a retry is drawn in its place, and that is no crash.
  const onRecoverableError = (error: unknown) => console.warn(error);
  if (drawn) startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
  else createRoot(root).render(app);
}

void start();
