/** Every duration and distance of a gesture (specification §4 and §9), in ms and px. */
export const timing = {
  toast: 3000,
  toastReferenceNotFound: 5000,
  toastFade: 1000,
  prefetchHover: 50,
  prefetchBatch: 1000,
  prefetchBatchSize: 4,
  prefetchMargin: 200,
  revealDelay: 500,
  revealMargin: 100,
  searchScroll: 200,
  /** A pause in typing, in choosing: only then something is asked. */
  typingDebounce: 250,
  choiceDebounce: 150,
  chunkTimeout: 120_000,
  consentDays: 365,
  /** How long the service of another house may take to come. */
  chatTimeout: 20_000,
  /** An answer quicker than this shows no pending state: a flash helps nobody. */
  pendingDelay: 80,
  /** How long a View is drawn again without asking. */
  viewStaleTime: 60_000,
  viewCacheTime: 600_000,
} as const;
