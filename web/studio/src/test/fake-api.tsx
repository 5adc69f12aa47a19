import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { queries } from "../api/query.ts";
import { setSession } from "../app/session.ts";
import type { Problem, Role, Session } from "../generated/api.ts";
import { Toasts } from "../parts/toast.tsx";

/** A call that a screen made. */
export type Call = { method: string; path: string; body: unknown };

/** The answers by "METHOD path", without the query; a function gets the call. An Error is a lost connection. */
export type Answers = Record<string, unknown>;

/** Replaces fetch. Calls without an answer fail the test by a problem of type not-found. */
export function fakeAPI(answers: Answers): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/studio/api/", "");
    const method = init.method ?? "GET";
    const one: Call = {
      method,
      path,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    calls.push(one);
    const key = `${method} ${path.split("?")[0]}`;
    let answer = answers[key];
    if (typeof answer === "function") answer = (answer as (call: Call) => unknown)(one);
    if (answer instanceof Error) throw answer;
    if (answer === undefined) return problem({ type: "not-found", status: 404, title: key });
    const failed = answer as { type?: unknown; status?: unknown };
    if (typeof failed.type === "string" && typeof failed.status === "number")
      return problem(failed as Problem);
    return Response.json(answer);
  });
  return calls;
}

const problem = (body: Pick<Problem, "status"> & Partial<Problem>) =>
  Response.json(body, { status: body.status });

/** Signs somebody in. */
export function signIn(role: Role = "owner"): Session {
  const session: Session = {
    user: { id: "u1", mail: "maria@zero.example", name: "María Ruiz", lang: "en", role },
    ends: "2027-01-01T00:00:00Z",
    build: "b",
    site: {
      name: "Zero",
      url: "https://zero.example",
      languages: ["en", "es"],
      home_links: { en: "/", es: "/es/" },
      mode: "embedded",
      zone: "Europe/Madrid",
    },
    passkeys_work: true,
  };
  setSession(session);
  return session;
}

/** Renders a screen with the messages of the shell. */
export function renderScreen(screen: ReactNode): RenderResult {
  queries.clear();
  return render(
    <QueryClientProvider client={queries}>
      {screen}
      <Toasts />
    </QueryClientProvider>,
  );
}

/** Writes a text into a field, or chooses an option by its value. */
export const write = (field: HTMLElement, value: string): boolean =>
  fireEvent.change(field, { target: { value } });

export const textOf = (field: HTMLElement): string => (field as HTMLInputElement).value;
