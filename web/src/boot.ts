import { whenSeen } from "./app/when-seen.ts";

// The document says at this script's own element which files it wants next.
const data = document.querySelector<HTMLScriptElement>("script[data-entry]")?.dataset ?? {};
whenSeen(document, () => {
  for (const href of (data.modules ?? "").split(" ").filter(Boolean))
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
    );
  if (data.entry) {
    const { entry: src } = data;
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
  }
});
