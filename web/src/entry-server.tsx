import { renderToString } from "react-dom/server";
import { App } from "./app/app.tsx";
import { serverSections } from "./app/sections.server.ts";
import { idleNavigation } from "./features/navigation/navigation.ts";
import type { View } from "./generated/view.ts";
import { allWords } from "./i18n/all-words.server.ts";
import { createWords } from "./i18n/translate.ts";

declare global {
  /** View JSON in, the HTML of the root element out. Called by the render workers. */
  var render: (json: string) => string;
}

// Nothing here changes once it is made: a global outlives the request.
const words = createWords(allWords);

globalThis.render = (json) => {
  const view: View = JSON.parse(json);
  return renderToString(
    <App view={view} sections={serverSections} words={words} navigation={idleNavigation} />,
  );
};
