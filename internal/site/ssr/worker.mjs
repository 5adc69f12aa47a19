// Runs the server bundle behind internal/platform/worker/harness.mjs. The bundle arrives
// as text and leaves globalThis.render behind; a frame is the JSON of a View,
// or of its new parts and the rest of it (parts.go). The reply (splice.go) has a line with the preload as
// JSON (render.go), one with the marker, one with the number of added fragments, the latter two empty where
// the page has no fragments; then each added fragment with a marker behind it, then the HTML of the root element.

export async function open(bundle, load) {
  await load(bundle, "ssr-bundle.mjs");
  const render = globalThis.render;
  if (typeof render !== "function") {
    throw new TypeError("the server bundle did not set globalThis.render; build it from entry-server.tsx");
  }
  return (frame) => {
    const { html, preload, fragments } = render(frame.toString());
    if (typeof html !== "string") throw new TypeError(`render returned html as ${typeof html} instead of a string`);
    const first = preload ? JSON.stringify(preload) : "";
    if (!fragments) return `${first}\n\n\n${html}`;
    const { marker, added } = fragments;
    let reply = `${first}\n${marker}\n${added.length}\n`;
    for (const fragment of added) reply += `${fragment.id} ${fragment.part}\n${fragment.html}${marker}`;
    return reply + html;
  };
}
