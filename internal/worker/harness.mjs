// The child's end of the pipes: reads one frame, lets the module answer it,
// writes one frame. Frames travel on descriptors of their own, so whatever the
// module prints cannot get between them. See frame.go for their form.
import { readSync, writeSync } from "node:fs";

const REQUESTS = 3;
const REPLIES = 4;
const REQUEST_HEADER = 8;
const REPLY_HEADER = 9;
const OK = 0;
const FAILED = 1;
const LONGEST_MESSAGE = 4000;
const KEPT_BUFFER = 4 << 20;

const head = Buffer.alloc(REQUEST_HEADER);
let out = Buffer.alloc(1 << 18);
let sequence = 0;

/** Fills the first `size` bytes of `target`. The end of the pipe means that the parent is gone. */
function fill(target, size) {
  for (let got = 0; got < size; ) {
    const more = readSync(REQUESTS, target, got, size - got, null);
    if (more === 0) process.exit(0);
    got += more;
  }
}

/** Reading blocks: between frames there is nothing else to do. */
function read() {
  fill(head, REQUEST_HEADER);
  const size = head.readUInt32BE(0);
  sequence = head.readUInt32BE(4);
  const frame = Buffer.allocUnsafe(size);
  fill(frame, size);
  return frame;
}

function write(status, body) {
  const text = typeof body === "string";
  // A character takes three bytes at most; room for that saves counting them.
  const most = REPLY_HEADER + (text ? 3 * body.length : body.length);
  if (out.length < most) out = Buffer.alloc(most);
  const size = text ? out.write(body, REPLY_HEADER) : body.length;
  if (!text) out.set(body, REPLY_HEADER);
  const total = REPLY_HEADER + size;
  out.writeUInt32BE(size, 0);
  out.writeUInt8(status, 4);
  out.writeUInt32BE(sequence, 5);
  for (let sent = 0; sent < total; ) sent += writeSync(REPLIES, out, sent, total - sent);
  if (out.length > KEPT_BUFFER) out = Buffer.alloc(1 << 18);
}

/** Anything can be thrown, also things that cannot be printed. */
function describe(error) {
  try {
    return String(error?.stack || error).slice(0, LONGEST_MESSAGE);
  } catch {
    return "an error that cannot be printed";
  }
}

/** Timers and promises that a frame leaves behind get their turn between frames. */
const turn = () => new Promise((done) => setImmediate(done));

async function answer(handle, frame) {
  let status = OK;
  let body;
  try {
    body = handle(frame);
    if (typeof body?.then === "function") body = await body;
    if (typeof body !== "string" && !(body instanceof Uint8Array)) {
      throw new TypeError(`the worker's module answered ${typeof body} instead of a string or bytes`);
    }
  } catch (error) {
    status = FAILED;
    body = describe(error);
  }
  write(status, body);
}

// What the module prints goes to one place, and never to a pipe with frames.
console.log = console.info = console.debug = console.error;

/** Modules come as text; the name keeps the text itself out of stack traces. */
function load(source, name) {
  const named = Buffer.concat([source, Buffer.from(`\n//# sourceURL=${name}`)]);
  return import(`data:text/javascript;base64,${named.toString("base64")}`);
}

let module;
let handle;
await answer(async (source) => {
  module = await load(source, "worker.mjs");
  return "";
}, read());
await answer(async (init) => {
  handle = await module.open(init, load);
  return "";
}, read());

while (handle) {
  await answer(handle, read());
  await turn();
}
