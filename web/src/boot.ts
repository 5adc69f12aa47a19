import { repeatEarlyClick } from "./app/early-click.ts";
import { afterFirstPaint } from "./app/first-paint.ts";
import { renderRestoredDocument } from "./app/restored-document.ts";

// The attributes of this script's own element name the files to load.
const data = document.querySelector<HTMLScriptElement>("script[data-entry]")?.dataset ?? {};
repeatEarlyClick(document);
renderRestoredDocument(document);
afterFirstPaint(document, () => {
  for (const href of (data.modules ?? "").split(" ").filter(Boolean))
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
    );
  // An import, because Trusted Types refuse a script element with a plain address.
  if (data.entry) void import(/* @vite-ignore */ data.entry);
});
