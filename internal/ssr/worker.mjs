// Runs the server bundle behind internal/worker/harness.mjs. The bundle arrives
// as text and leaves globalThis.render behind; a frame is a View's JSON in ASCII
// (ascii.go). The reply is one line with the preload as JSON, empty for none,
// then the HTML of the root element (render.go).

export async function open(bundle, load) {
  await load(bundle, "ssr-bundle.mjs");
  const render = globalThis.render;
  if (typeof render !== "function") {
    throw new TypeError("the server bundle did not set globalThis.render; build it from entry-server.tsx");
  }
  return (frame) => {
    const { html, preload } = render(frame.toString("latin1"));
    if (typeof html !== "string") throw new TypeError(`render returned html as ${typeof html} instead of a string`);
    return `${preload ? JSON.stringify(preload) : ""}\n${html}`;
  };
}
