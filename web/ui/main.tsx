import "../src/styles/index.css";
import jost from "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url";
import { createRoot } from "react-dom/client";
import { startFavorites } from "../src/features/favorites/favorites.ts";
import { idleNavigation, NavigationContext } from "../src/features/navigation/navigation.ts";
import { startNotice } from "../src/features/notice/notice.ts";
import en from "../src/i18n/en.ts";
import { createTranslator } from "../src/i18n/translate.ts";
import { TranslateContext } from "../src/i18n/use-t.ts";
import { storageKeys, writeJSON } from "../src/lib/storage.ts";
import { Parts } from "./parts.tsx";
import { SAVED } from "./samples.ts";

// One property is saved, there is no consent decision, and the notice is new.
writeJSON(storageKeys.favorites, [SAVED]);
writeJSON(storageKeys.infoPopup, 0);
startFavorites();
startNotice();

// Documents of the site preload the font; this page renders after it has loaded.
document.fonts.add(await new FontFace("Jost", `url(${jost})`, { weight: "100 900" }).load());

const root = document.getElementById("root");
if (!root) throw new Error("the document has no #root");
createRoot(root).render(
  <TranslateContext value={createTranslator({ en }).in("en")}>
    <NavigationContext value={idleNavigation}>
      <Parts />
    </NavigationContext>
  </TranslateContext>,
);
