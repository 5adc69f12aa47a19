// Runs the server bundle behind internal/worker/harness.mjs. The bundle arrives
// as text and leaves globalThis.render behind; a frame is a View's JSON in ASCII
// (ascii.go), its answer the HTML of the root element.

export async function open(bundle, load) {
  await load(bundle, "ssr-bundle.mjs");
  const render = globalThis.render;
  if (typeof render !== "function") {
    throw new TypeError("the server bundle did not set globalThis.render; build it from entry-server.tsx");
  }
  return (frame) => {
    const html = render(frame.toString("latin1"));
    if (typeof html !== "string") throw new TypeError(`render returned ${typeof html} instead of a string`);
    return html;
  };
}
