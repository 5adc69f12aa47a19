/** The Network Information API, as far as browsers have it. */
export type Connection = { saveData?: boolean; effectiveType?: string };

/** The network connection; undefined in browsers without the API. */
export const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection;
