import { createInstance } from "i18next";
import HttpBackend, { type HttpBackendOptions } from "i18next-http-backend";
import type { Lang } from "../generated/i18n.ts";
import type { TranslationTree } from "./translate.ts";

/** How far a namespace of a language got. */
export type LoadState = "loading" | "loaded" | "failed";

/** Fetches dictionaries that are not bundled, namespace by namespace. */
export type Loader = {
  readonly namespaces: readonly string[];
  /** The words of a language, as far as they could be had. What failed before is asked again. It never rejects. */
  load(lang: Lang): Promise<TranslationTree>;
  state(lang: Lang, namespace: string): LoadState | undefined;
  /** Tells the server of a word that no dictionary has; it takes notice in development only. */
  report(lang: Lang, key: string): void;
};

export type LoaderConfig = {
  namespaces: readonly string[];
  /** Reads again every hour: on a server only, where a page lives for weeks. */
  onServer?: boolean;
  /** Told of every namespace that failed for good, and why. */
  failed?: (lang: string, namespace: string, reason: string) => void;
};

/** Specification §7 and §9. */
const limits = {
  loadPath: "/locales/{{lng}}/{{ns}}.json",
  addPath: "/locales/add/{{lng}}/{{ns}}",
  parallelReads: 10,
  retries: 5,
  firstPause: 350, // doubles with every retry
  serverReload: 3_600_000,
} as const;

/** The connector's own names; it tells failures that are final from those it gave up on. */
const states: Record<string, LoadState> = {
  "1": "loading",
  "2": "loaded",
  "-1": "failed",
  "0": "failed",
};

/**
 * i18next's own connector and HTTP backend. A status of 5xx, or none, is tried again; one of 4xx
 * and a file that is not JSON are final.
 */
export function createLoader({
  namespaces,
  onServer = typeof window === "undefined",
  failed = (lang, namespace, reason) => console.warn(`words ${lang}/${namespace}: ${reason}`),
}: LoaderConfig): Loader {
  const instance = createInstance().use(HttpBackend);
  const ready = instance.init<HttpBackendOptions>({
    ns: [...namespaces],
    defaultNS: false,
    fallbackLng: false,
    load: "currentOnly",
    maxParallelReads: limits.parallelReads,
    maxRetries: limits.retries,
    retryTimeout: limits.firstPause,
    backend: {
      loadPath: limits.loadPath,
      addPath: limits.addPath,
      reloadInterval: onServer ? limits.serverReload : false,
    },
  });
  instance.on("failedLoading", (lang: string, namespace: string, reason: unknown) =>
    failed(lang, namespace, String(reason)),
  );

  const connector = () => instance.services.backendConnector;
  const state = (lang: Lang, namespace: string): LoadState | undefined =>
    states[String(connector().state[`${lang}|${namespace}`])];

  return {
    namespaces,
    state,
    async load(lang) {
      await ready;
      const again = namespaces.filter((namespace) => state(lang, namespace) === "failed");
      // What cannot be had is told of by failed, and its words are the fallback's.
      if (again.length > 0) await instance.reloadResources([lang], again).catch(() => {});
      else await instance.loadLanguages(lang).catch(() => {});
      return instance.getDataByLanguage(lang) ?? {};
    },
    report(lang, key) {
      const [namespace = "", ...rest] = key.split(".");
      void ready.then(() => connector().backend.create([lang], namespace, rest.join("."), ""));
    },
  };
}
