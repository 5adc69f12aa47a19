import type { Plugin } from "vite";

const CLIENT = /react-dom-client\.production\.js$/;
const SENTINEL = /\b(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g;
/** Sentinels of the pinned React DOM: one of hydration, four of Suspense and selective hydration. */
const SENTINELS = 5;

/**
 * Lets React DOM make the errors that it throws only to recognize them (suspense, hydration) without
 * stack traces, which nobody reads. They are made when React DOM is evaluated: while a debugger is attached
 * (Lighthouse, Playwright), V8 parses all of React DOM and the entry again for the line numbers of
 * the first trace, in the longest task after the first paint.
 */
export function lazySourcePositions(): Plugin {
  let isForBrowsers = false;
  let found = 0;
  return {
    name: "lazy-source-positions",
    apply: "build",
    configResolved(config) {
      isForBrowsers = !config.build.ssr;
    },
    transform: {
      filter: { id: CLIENT },
      handler: (code) => ({
        code: code.replace(SENTINEL, (_match, name: string, message: string) => {
          found++;
          return `${name} = Object.create(Error.prototype, { message: { value: ${message} } })`;
        }),
        map: null,
      }),
    },
    buildEnd(error) {
      if (!error && isForBrowsers && found !== SENTINELS)
        this.error(
          `React DOM makes ${found} errors when it is evaluated, not ${SENTINELS}: adapt web/scripts/lazy-source-positions.ts to its source`,
        );
    },
  };
}
