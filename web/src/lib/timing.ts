/** The durations in ms and distances in px of interactions (specification §4 and §9). */
export const timing = {
  toast: 3000,
  toastReferenceNotFound: 5000,
  toastFade: 1000,
  prefetchHover: 50,
  prefetchBatch: 1000,
  prefetchBatchSize: 4,
  prefetchMargin: 200,
  /** After an event that may show hidden links, they are looked at again. */
  prefetchReveal: 250,
  revealDelay: 500,
  revealMargin: 100,
  /** The debounce of requests while the visitor types, and while they choose options. */
  typingDebounce: 250,
  choiceDebounce: 150,
  chunkTimeout: 120_000,
  consentDays: 365,
  /** The timeout of the third-party chat script. */
  chatTimeout: 20_000,
  /** A response within this time shows no pending state, which would flash. */
  pendingDelay: 80,
  /** How long a cached View is fresh; how long it stays in the cache. */
  viewStaleTime: 60_000,
  viewCacheTime: 600_000,
} as const;
