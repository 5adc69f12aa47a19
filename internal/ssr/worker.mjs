// Runs the server bundle behind internal/worker/harness.mjs. The bundle arrives
// as text and leaves globalThis.render behind; a frame is ASCII: the JSON of a View,
// or of its new parts and the rest of it (parts.go). The reply has a line with the preload as JSON
// (render.go), three with the fragments (splice.go): marker, order and added ones as JSON, each empty
// for none, then the HTML of the root element.

export async function open(bundle, load) {
  await load(bundle, "ssr-bundle.mjs");
  const render = globalThis.render;
  if (typeof render !== "function") {
    throw new TypeError("the server bundle did not set globalThis.render; build it from entry-server.tsx");
  }
  return (frame) => {
    const { html, preload, fragments } = render(frame.toString("latin1"));
    if (typeof html !== "string") throw new TypeError(`render returned html as ${typeof html} instead of a string`);
    const { marker = "", order = [], added = [] } = fragments ?? {};
    const lines = [
      preload ? JSON.stringify(preload) : "",
      marker,
      order.join(" "),
      added.length > 0 ? JSON.stringify(added) : "",
    ];
    return `${lines.join("\n")}\n${html}`;
  };
}
