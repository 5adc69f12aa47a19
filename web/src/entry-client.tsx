import "./styles/index.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readDocumentView } from "./app/document-view.ts";
import { createInteractionQueue } from "./app/first-interaction.ts";
import { Root } from "./app/root.tsx";
import { createRouter } from "./app/router.ts";
import { sectionsByPriority } from "./app/section-priority.ts";
import { createSectionRegistry } from "./app/sections.ts";
import { createViewCache } from "./app/view-cache.ts";
import { startConsent } from "./features/consent/consent.ts";
import { startFavorites } from "./features/favorites/favorites.ts";
import { closeMenu } from "./features/menu/menu.ts";
import { startNotice } from "./features/notice/notice.ts";
import type { View } from "./generated/view.ts";
import { loadTranslations, reportMissingKey } from "./i18n/load-translations.ts";
import { createTranslator } from "./i18n/translate.ts";
import { rememberCampaign } from "./lib/campaign.ts";
import { nextTask } from "./lib/next-task.ts";

/**
 * Hydrates the server's HTML, or renders the view where the document has no HTML. Each step has a task
 * of its own: on a slow phone all of them in one would delay a tap.
 */
async function start(): Promise<void> {
  await nextTask(); // after the evaluation of the modules
  const view = readDocumentView();
  const root = document.getElementById("root");
  if (!root) throw new Error("the document has no #root");
  await nextTask();

  const sections = createSectionRegistry();
  const translator = createTranslator({}, import.meta.env.DEV ? reportMissingKey : undefined);
  const prepare = async ({ lang, content }: View) => {
    await Promise.all([
      loadTranslations(translator, lang),
      sections.load(content.map(({ kind }) => kind)),
    ]);
  };
  // The first render must equal the server's, so translations and early sections load first.
  // Deferred sections keep the server's HTML until their chunks have loaded.
  const rendered = root.firstElementChild !== null;
  if (rendered) {
    const { early, deferred } = sectionsByPriority(view);
    await Promise.all([loadTranslations(translator, view.lang), sections.load(early)]);
    sections.loadWhenIdle(deferred);
  } else await prepare(view);
  await nextTask();
  startFavorites(); // the first access to localStorage waits for another process of the browser
  await nextTask();
  rememberCampaign(window.location.search);
  startConsent();
  startNotice();
  const onInteraction = createInteractionQueue();
  const router = createRouter({
    view,
    cache: createViewCache(),
    prepare,
    preload: (next) => onInteraction(() => void prepare(next).catch(() => {})),
    loadDocument: (link, replace) => (replace ? location.replace(link) : location.assign(link)),
    onLinkClick: closeMenu,
  });
  await nextTask();
  const app = (
    <Root
      view={view}
      sections={sections}
      translator={translator}
      router={router}
      onHydrated={() => document.dispatchEvent(new Event("estate:hydrated"))}
    />
  );
  // A transition hydrates in slices, so the browser can scroll and respond meanwhile. A section
  // whose chunk is missing cannot hydrate; SectionError replaces it, so this is a warning.
  const onRecoverableError = (error: unknown) => console.warn(error);
  if (rendered) startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
  else createRoot(root).render(app);
  document.dispatchEvent(new Event("estate:started")); // app/early-click.ts
}

void start();
