// Performs the action that the View names in "do". Most are faults of a worker.
import { writeSync } from "node:fs";

const held = [];
const actions = {
  echo: ({ text }) => `<p>${text}</p>`,
  pid: () => String(process.pid),
  throw: ({ text }) => {
    throw new Error(text);
  },
  throwNothing: () => {
    throw undefined;
  },
  throwUnprintable: () => {
    throw { toString: () => { throw new Error("no"); } };
  },
  notAString: () => 42,
  loop: () => {
    for (;;);
  },
  heap: () => {
    for (;;) held.push(new Array(1000).fill(held.length));
  },
  buffers: () => {
    for (;;) held.push(Buffer.alloc(8 << 20, 1));
  },
  leak: ({ megabytes }) => {
    held.push(Buffer.alloc(megabytes << 20, 1));
    return "leaked";
  },
  exit: () => process.exit(3),
  later: () => {
    setTimeout(() => process.exit(4), 1);
    return "fine so far";
  },
  print: ({ text }) => {
    console.log(text);
    process.stdout.write(`${text}\n`);
    process.stderr.write(`${"long ".repeat(5000)}\n`);
    return "<p>printed</p>";
  },
  garbage: () => {
    writeSync(4, "HTTP/1.1 200 OK\r\n\r\nthis is not a frame");
    return "never seen";
  },
  huge: ({ megabytes }) => "x".repeat(megabytes << 20),
};

globalThis.render = (json) => {
  const view = JSON.parse(json);
  return { html: actions[view.do](view), preload: view.preload };
};
