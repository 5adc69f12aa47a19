import type { Dictionary } from "./en.ts";

/** The keys of a dictionary, as "namespace.key"; all forms of a plural are one key. */
type Leaves<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Prefix}${Singular<K>}`
    : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type Singular<K extends string> = K extends `${infer Stem}_${"one" | "other"}` ? Stem : K;

export type TranslationKey = Leaves<Dictionary>;

/** The values of the placeholders {{name}}; numbers are formatted. */
export type Values = Record<string, string | number>;

export type Translate = (key: TranslationKey, values?: Values) => string;
