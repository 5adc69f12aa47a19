// The child's end of the pipes: reads one frame, calls the module, writes one frame.
// Frames have their own file descriptors, so output of the module cannot mix with
// them. frame.go describes their form.
import { readSync, writeSync } from "node:fs";

const REQUESTS = 3;
const REPLIES = 4;
const REQUEST_HEADER = 8;
const REPLY_HEADER = 9;
const OK = 0;
const FAILED = 1;
const MAX_MESSAGE_CHARS = 4000;
const BUFFER_BYTES = 1 << 18;
const MAX_KEPT_BUFFER_BYTES = 4 << 20;

const head = Buffer.alloc(REQUEST_HEADER);
let input = Buffer.alloc(BUFFER_BYTES);
let out = Buffer.alloc(BUFFER_BYTES);
let sequence = 0;

/** Fills the first `size` bytes of `target`. The pipe ends when the parent has exited. */
function fill(target, size) {
  for (let got = 0; got < size; ) {
    const more = readSync(REQUESTS, target, got, size - got, null);
    if (more === 0) process.exit(0);
    got += more;
  }
}

/**
 * Reads one frame. It blocks: between frames the worker has nothing to do. The next call overwrites
 * the frame: V8 frees a buffer for each one much later than it is unused.
 */
function read() {
  fill(head, REQUEST_HEADER);
  const size = head.readUInt32BE(0);
  sequence = head.readUInt32BE(4);
  if (input.length < size || input.length > MAX_KEPT_BUFFER_BYTES) input = Buffer.alloc(Math.max(size, BUFFER_BYTES));
  fill(input, size);
  return input.subarray(0, size);
}

function write(status, body) {
  const text = typeof body === "string";
  // A UTF-16 code unit takes at most three bytes in UTF-8: reserving them is cheaper than counting.
  const most = REPLY_HEADER + (text ? 3 * body.length : body.length);
  if (out.length < most) out = Buffer.alloc(most);
  const size = text ? out.write(body, REPLY_HEADER) : body.length;
  if (!text) out.set(body, REPLY_HEADER);
  const total = REPLY_HEADER + size;
  out.writeUInt32BE(size, 0);
  out.writeUInt8(status, 4);
  out.writeUInt32BE(sequence, 5);
  for (let sent = 0; sent < total; ) sent += writeSync(REPLIES, out, sent, total - sent);
  if (out.length > MAX_KEPT_BUFFER_BYTES) out = Buffer.alloc(BUFFER_BYTES);
}

/** The text of a thrown value, which may be one that cannot be printed. */
function describe(error) {
  try {
    return String(error?.stack || error).slice(0, MAX_MESSAGE_CHARS);
  } catch {
    return "an error that cannot be printed";
  }
}

/** Lets timers and promises of the module run between two frames. */
const runEventLoop = () => new Promise((done) => setImmediate(done));

async function reply(handle, frame) {
  let status = OK;
  let body;
  try {
    body = handle(frame);
    if (typeof body?.then === "function") body = await body;
    if (typeof body !== "string" && !(body instanceof Uint8Array)) {
      throw new TypeError(`the worker's module returned ${typeof body} instead of a string or bytes`);
    }
  } catch (error) {
    status = FAILED;
    body = describe(error);
  }
  write(status, body);
}

// All output of the module goes to stderr, never to a pipe with frames.
console.log = console.info = console.debug = console.error;

/** Imports a module from its source. The name replaces the source in stack traces. */
function load(source, name) {
  const named = Buffer.concat([source, Buffer.from(`\n//# sourceURL=${name}`)]);
  return import(`data:text/javascript;base64,${named.toString("base64")}`);
}

let module;
let handle;
await reply(async (source) => {
  module = await load(source, "worker.mjs");
  return "";
}, read());
await reply(async (init) => {
  handle = await module.open(init, load);
  return "";
}, read());

while (handle) {
  await reply(handle, read());
  await runEventLoop();
}

// The name in stack traces, in place of a data URL.
//# sourceURL=harness.mjs
