import { createInstance } from "i18next";
import HttpBackend, { type HttpBackendOptions } from "i18next-http-backend";
import type { Lang } from "../generated/i18n.ts";
import type { TranslationTree } from "./translate.ts";

/** The load state of a namespace. */
export type LoadState = "loading" | "loaded" | "failed";

/** Fetches dictionaries that have no chunk, by namespace. */
export type Loader = {
  readonly namespaces: readonly string[];
  /** The namespaces of a language that could be loaded; failed ones are retried. It never rejects. */
  load(lang: Lang): Promise<TranslationTree>;
  state(lang: Lang, namespace: string): LoadState | undefined;
  /** Reports a key without a translation; the server records it in development only. */
  report(lang: Lang, key: string): void;
};

export type LoaderConfig = {
  namespaces: readonly string[];
  /** Reloads every hour; for servers. */
  onServer?: boolean;
  /** Runs when a namespace has finally failed. */
  onFailure?: (lang: string, namespace: string, reason: string) => void;
};

/** Specification §7 and §9. */
const limits = {
  loadPath: "/locales/{{lng}}/{{ns}}.json",
  addPath: "/locales/add/{{lng}}/{{ns}}",
  parallelReads: 10,
  retries: 5,
  initialBackoff: 350, // ms, doubles with every retry
  serverReload: 3_600_000,
} as const;

/** The states of i18next's connector; -1 is a final failure, 0 the end of the retries. */
const states: Record<string, LoadState> = {
  "1": "loading",
  "2": "loaded",
  "-1": "failed",
  "0": "failed",
};

/**
 * Creates a loader with i18next's connector and HTTP backend. Status 5xx and network errors are
 * retried; status 4xx and malformed JSON are final.
 */
export function createLoader({
  namespaces,
  onServer = typeof window === "undefined",
  onFailure = (lang, namespace, reason) =>
    console.warn(`translations ${lang}/${namespace}: ${reason}`),
}: LoaderConfig): Loader {
  const instance = createInstance().use(HttpBackend);
  const ready = instance.init<HttpBackendOptions>({
    ns: [...namespaces],
    defaultNS: false,
    fallbackLng: false,
    load: "currentOnly",
    maxParallelReads: limits.parallelReads,
    maxRetries: limits.retries,
    retryTimeout: limits.initialBackoff,
    backend: {
      loadPath: limits.loadPath,
      addPath: limits.addPath,
      reloadInterval: onServer ? limits.serverReload : false,
    },
  });
  instance.on("failedLoading", (lang: string, namespace: string, reason: unknown) =>
    onFailure(lang, namespace, String(reason)),
  );

  const connector = () => instance.services.backendConnector;
  const state = (lang: Lang, namespace: string): LoadState | undefined =>
    states[String(connector().state[`${lang}|${namespace}`])];

  const load = async (lang: Lang): Promise<TranslationTree> => {
    await ready;
    const failed = namespaces.filter((namespace) => state(lang, namespace) === "failed");
    // onFailure reports errors; the fallback language fills the gaps.
    if (failed.length > 0) await instance.reloadResources([lang], failed).catch(() => {});
    else await instance.loadLanguages(lang).catch(() => {});
    return instance.getDataByLanguage(lang) ?? {};
  };
  // i18next ends a second call for a language at once, while the first one still fetches.
  const loading = new Map<Lang, Promise<TranslationTree>>();

  return {
    namespaces,
    state,
    load(lang) {
      const running = loading.get(lang) ?? load(lang).finally(() => loading.delete(lang));
      loading.set(lang, running);
      return running;
    },
    report(lang, key) {
      const [namespace = "", ...rest] = key.split(".");
      void ready.then(() => connector().backend.create([lang], namespace, rest.join("."), ""));
    },
  };
}
