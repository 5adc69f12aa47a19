import { createStore, useStore } from "../../../src/lib/store.ts";
import { ApiProblem, call } from "../api/call.ts";
import type { Role, Session } from "../generated/api.ts";
import { setLang } from "../words/words.ts";

/** The session; null when nobody is signed in, undefined until that is known. */
export const session = createStore<Session | null | undefined>(undefined);

/** The name of the front end's build that this document has loaded; "" until it is known. */
let build = "";

/** Takes a session that the server has sent. */
export function setSession(next: Session | null): void {
  if (next) {
    build ||= next.build;
    setLang(next.user.lang);
  }
  session.set(next);
}

/** The server has another build of the front end; the next navigation loads it. */
export const isOutdated = (): boolean => {
  const now = session.get();
  return Boolean(now && build && now.build !== build);
};

/** Asks the server who is signed in. Throws NoAnswer. */
export async function fetchSession(): Promise<void> {
  try {
    setSession(await call<Session>("GET", "session", undefined, { askUser: false }));
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.type === "signed-out") setSession(null);
    else throw error;
  }
}

/** The session of a signed-in user. Only for components of the shell. */
export function useSession(): Session {
  const value = useStore(session, undefined);
  if (!value) throw new Error("nobody is signed in");
  return value;
}

export const useRole = (): Role => useSession().user.role;
