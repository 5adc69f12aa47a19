// A baseline: node:http workers that render views from memory with the server bundle, add
// the JSON that documents have, and compress both, without the cache of fragments.
// Usage: bare-node.mjs HOST:PORT views.json bundle.js
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [address, views, bundle] = process.argv.slice(2);
const [host, port] = address.split(":");

if (cluster.isPrimary) {
  cluster.fork();
  cluster.fork();
  process.on("SIGTERM", () => process.exit(0));
} else {
  await import(pathToFileURL(bundle).href);
  const ready = JSON.parse(readFileSync(views, "utf8")).map(({ view, document }) => [JSON.stringify(view), JSON.stringify(document)]);
  let next = 0;
  createServer((_request, response) => {
    const [view, json] = ready[next++ % ready.length];
    const page = `<!doctype html><div id="root">${globalThis.render(view, false).html}</div><script type="application/json" id="view">${json}</script>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" });
    response.end(gzipSync(page, { level: 1 }));
  }).listen(Number(port), host);
}
