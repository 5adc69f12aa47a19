import { afterFirstPaint } from "./app/first-paint.ts";

// The attributes of this script's own element name the files to load.
const data = document.querySelector<HTMLScriptElement>("script[data-entry]")?.dataset ?? {};
afterFirstPaint(document, () => {
  for (const href of (data.modules ?? "").split(" ").filter(Boolean))
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
    );
  if (data.entry) {
    const { entry: src } = data;
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
  }
});
