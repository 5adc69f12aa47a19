/** The rules of a Trusted Types policy; null refuses a text. Safari and Firefox may lack the API. */
type Rules = {
  createHTML?(text: string): string | null;
  createScript?(text: string): string | null;
  createScriptURL?(text: string): string | null;
};
type Policy = { createHTML(text: string): string; createScript(text: string): string };
type Factory = { createPolicy(name: string, rules: Rules): Policy };

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

/**
 * Markup that Go has sanitised, and data of scripts. Data is printed again, so that it is JSON and
 * nothing else.
 */
const policy = factory?.createPolicy("estate", {
  createHTML: (markup) => markup,
  createScript: (json) => JSON.stringify(JSON.parse(json)),
});

/** Text and links without a script: the attribution of a map. */
const LINKS_ONLY =
  /^(?:[^<]|<a (?:[a-z]+="[^"<>]*" ?)*href="https?:[^"<>]*"(?: [a-z]+="[^"<>]*")*>|<\/a>)*$/;
/** An event handler. */
const HANDLER = /<[^>]*\son/i;

// Texts that MapLibre gives to the browser: its attribution and the address of its worker.
factory?.createPolicy("default", {
  createHTML: (markup) => (LINKS_ONLY.test(markup) && !HANDLER.test(markup) ? markup : null),
  createScriptURL: (address) => {
    const { origin, pathname, href } = new URL(address, location.href);
    return origin === location.origin && pathname.startsWith("/assets/") ? href : null;
  },
});

/** Markup for dangerouslySetInnerHTML. Only Go's SafeHTML may be given. */
export const trustedHTML = (markup: string): string => policy?.createHTML(markup) ?? markup;

/** The JSON of a data block (`application/ld+json`), which is the text of a script element. */
export const trustedData = (value: unknown): string => {
  const json = JSON.stringify(value);
  return policy?.createScript(json) ?? json;
};
