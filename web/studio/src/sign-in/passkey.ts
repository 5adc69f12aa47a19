import { call } from "../api/call.ts";
import type { Ceremony, CeremonyResult } from "../generated/api.ts";

/** The user closed the dialog of the browser, or it found no passkey. */
export class PasskeyCancelled extends Error {
  override name = "PasskeyCancelled";
}

/** Reports whether the browser has passkeys at this address. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window && isSecureContext;

/** The further fields of the last call of a ceremony. */
type Extra = Partial<Omit<CeremonyResult, "id" | "credential">>;

type JSONKey = { id: string } & Record<string, unknown>;
type CreationJSON = Record<string, unknown> & {
  challenge: string;
  user: Record<string, unknown> & { id: string };
  excludeCredentials?: JSONKey[];
};
type RequestJSON = Record<string, unknown> & { challenge: string; allowCredentials?: JSONKey[] };

/**
 * Confirms a passkey of the user: POST {path}/start, the browser's dialog, POST {path}/finish. Throws
 * PasskeyCancelled, ApiProblem or NoAnswer.
 */
export async function confirmPasskey<T>(path: string, extra: Extra = {}): Promise<T> {
  const ceremony = await call<Ceremony>("POST", `${path}/start`, {}, { askUser: false });
  const publicKey = requestOptions(ceremony.options as RequestJSON);
  const credential = await inBrowser(() => navigator.credentials.get({ publicKey }));
  return finish<T>(path, ceremony, credential, extra);
}

/** Makes a passkey: as confirmPasskey; start is the body of the first call. */
export async function createPasskey<T>(
  path: string,
  start: unknown,
  extra: Extra = {},
): Promise<T> {
  const ceremony = await call<Ceremony>("POST", `${path}/start`, start);
  const publicKey = creationOptions(ceremony.options as CreationJSON);
  const credential = await inBrowser(() => navigator.credentials.create({ publicKey }));
  return finish<T>(path, ceremony, credential, extra);
}

async function inBrowser(run: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await run();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (cause) {
    throw new PasskeyCancelled("no passkey", { cause });
  }
  throw new PasskeyCancelled("no passkey");
}

function finish<T>(path: string, { id }: Ceremony, credential: PublicKeyCredential, extra: Extra) {
  const body = { ...extra, id, credential: toJSON(credential) };
  return call<T>("POST", `${path}/finish`, body, { askUser: false });
}

// Browsers of 2025 read and write the JSON forms themselves; the rest is for older ones.

type Static = {
  parseCreationOptionsFromJSON?(json: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON?(json: unknown): PublicKeyCredentialRequestOptions;
};

function creationOptions(json: CreationJSON): PublicKeyCredentialCreationOptions {
  const { parseCreationOptionsFromJSON: parse } = PublicKeyCredential as unknown as Static;
  if (parse) return parse.call(PublicKeyCredential, json);
  return {
    ...json,
    challenge: decode(json.challenge),
    user: { ...json.user, id: decode(json.user.id) },
    excludeCredentials: decodeKeys(json.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
}

function requestOptions(json: RequestJSON): PublicKeyCredentialRequestOptions {
  const { parseRequestOptionsFromJSON: parse } = PublicKeyCredential as unknown as Static;
  if (parse) return parse.call(PublicKeyCredential, json);
  return {
    ...json,
    challenge: decode(json.challenge),
    allowCredentials: decodeKeys(json.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
}

const decodeKeys = (keys: JSONKey[] = []) => keys.map((key) => ({ ...key, id: decode(key.id) }));

function toJSON(credential: PublicKeyCredential): unknown {
  const own = credential as PublicKeyCredential & { toJSON?(): unknown };
  if (own.toJSON) return own.toJSON();
  const { response } = credential;
  const fields: Record<string, unknown> = {};
  for (const name of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ]) {
    const value = (response as unknown as Record<string, unknown>)[name];
    if (value instanceof ArrayBuffer) fields[name] = encode(value);
  }
  return {
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    response: fields,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

function decode(text: string): ArrayBuffer {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0)).buffer;
}

function encode(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
