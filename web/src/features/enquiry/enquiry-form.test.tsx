import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { EnquiryResponse, EnquiryForm as Form } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import { contactFields } from "./contact-fields.ts";
import { EnquiryForm } from "./enquiry-form.tsx";
import { rememberWish } from "./wish.ts";

const form: Form = {
  action: "/enquiry/",
  kind: "property",
  page: "/properties/villa-azul/",
  reference: "ZR-1001P",
  privacy: { href: "/privacy-policy/", text: "Privacy policy" },
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Fakes the server's responses, one per request; an Error is a network error. */
function fakeResponses(...list: (EnquiryResponse | Error)[]) {
  const fetch = vi.fn(async (_action: string, _init: RequestInit) => {
    const answer = list.shift();
    if (answer === undefined || answer instanceof Error)
      throw answer ?? new Error("unexpected request");
    return new Response(JSON.stringify(answer), { status: answer.ok ? 200 : 422 });
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const setup = (shown = form) =>
  render(<EnquiryForm form={shown} fields={contactFields} />, {
    wrapper: withTranslations("en"),
  });
const field = (name: string) => screen.getByRole("textbox", { name });

async function fillIn() {
  await userEvent.type(field("Your name"), "Ana");
  await userEvent.type(field("E-mail"), "ana@example.org");
  await userEvent.type(field("Your message"), "Is it quiet?");
  await userEvent.click(screen.getByRole("checkbox"));
}

test("words of the search that no filter means begin the message of a home, not that of an owner", () => {
  rememberWish("?q=8+people%2C+august&s_type=15");
  rememberWish("?s_type=15");
  const { unmount } = setup();
  expect(field("Your message")).toHaveProperty("value", "I am looking for: 8 people, august.");
  unmount();
  setup({ ...form, kind: "sell" });
  expect(field("Your message")).toHaveProperty("value", "");
});

test("the form and its answer name the property and its agent", async () => {
  fakeResponses({
    ok: true,
    summary: {
      properties: [{ href: "/properties/villa-azul/", text: "Villa Azul" }],
      times: ["Tuesday 1 December, 10:00"],
      agent: { name: "Elena Vidal" },
      answer: "Elena Vidal confirms one of your times.",
      back: { href: "/properties/", text: "See more homes" },
      labels: { properties: "The home", times: "Your time", agent: "Who answers" },
    },
  });
  setup({ ...form, agent: { name: "Elena Vidal" } });
  expect(screen.getByText("Elena Vidal answers you personally.")).toBeDefined();
  await fillIn();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  const link = await screen.findByRole("link", { name: "Villa Azul" });
  expect(link.getAttribute("href")).toBe("/properties/villa-azul/");
  expect(screen.getByText("Tuesday 1 December, 10:00")).toBeDefined();
  expect(screen.getByText("Elena Vidal confirms one of your times.")).toBeDefined();
  expect(screen.getByRole("link", { name: "See more homes" })).toBeDefined();
});

test("a call is asked for with name, telephone and time only", async () => {
  const fetch = fakeResponses({ ok: true });
  setup({ ...form, kind: "sell", call: true });
  expect(screen.getAllByRole("textbox").map((input) => input.getAttribute("name"))).toEqual([
    "name",
    "phone",
  ]);
  await userEvent.type(field("Your name"), "Ana");
  await userEvent.type(screen.getByRole("textbox", { name: /Telephone/ }), "600 000 000");
  await userEvent.selectOptions(screen.getByRole("combobox"), "In the morning");
  await userEvent.click(screen.getByRole("button", { name: "Call me" }));
  const body = fetch.mock.calls[0]?.[1].body as URLSearchParams;
  expect(body.get("message")).toBe("Please call back: In the morning");
});

describe("without scripts", () => {
  test("the markup is a form that posts every field", () => {
    const Translations = withTranslations("es");
    const html = renderToStaticMarkup(
      <Translations>
        <EnquiryForm form={form} />
      </Translations>,
    );
    document.body.innerHTML = html;
    const rendered = document.querySelector("form") as HTMLFormElement;
    expect(rendered.method).toBe("post");
    expect(rendered.getAttribute("action")).toBe("/enquiry/");
    const names = [...new FormData(rendered).keys()];
    expect(names).toEqual([
      "kind",
      "page",
      "reference",
      "name",
      "mail",
      "phone",
      "message",
      "website",
    ]);
    expect(rendered.querySelector("[name=privacy]")).not.toBeNull();
    document.body.innerHTML = "";
  });

  test("errors are shown above the form and at the field, and the values stay", () => {
    setup({
      ...form,
      failure: "Please look at the fields.",
      errors: { mail: "This is no address." },
      values: { name: "Ana", mail: "ana@", phone: "", message: "Quiet?", privacy: true },
    });
    const mail = field("E-mail");
    expect(mail).toHaveProperty("value", "ana@");
    expect(mail.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(mail);
    const note = document.getElementById(mail.getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("This is no address.");
    const link = screen.getByRole("link", { name: "This is no address." });
    expect(link.getAttribute("href")).toBe(`#${mail.id}`);
    expect(screen.getByRole("alert").textContent).toContain("Please look at the fields.");
    expect(field("Your message")).toHaveProperty("value", "Quiet?");
    expect(screen.getByRole("checkbox")).toHaveProperty("checked", true);
  });
});

describe("with scripts", () => {
  test("the thanks replace the form when the server has stored the enquiry", async () => {
    const fetch = fakeResponses({ ok: true });
    setup();
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    const thanks = await screen.findByRole("status");
    expect(thanks.textContent).toContain("Thank you");
    expect(document.activeElement).toBe(thanks);
    const [action, init] = fetch.mock.calls[0] ?? [];
    const body = init?.body as URLSearchParams;
    expect(action).toBe("/enquiry/");
    expect(Object.fromEntries(body)).toMatchObject({
      kind: "property",
      page: "/properties/villa-azul/",
      reference: "ZR-1001P",
      name: "Ana",
      mail: "ana@example.org",
      message: "Is it quiet?",
      privacy: "yes",
      website: "",
    });
    expect(Number(body.get("elapsed"))).toBeGreaterThan(0);
  });

  test("an enquiry on one disk asks for a call if no reply comes", async () => {
    fakeResponses({ ok: true, notice: "Please call us: +34 952 000 001." });
    setup();
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    const thanks = await screen.findByRole("status");
    expect(thanks.textContent).toContain("Please call us: +34 952 000 001.");
    expect(thanks.textContent).not.toContain("within one working day");
  });

  test("the first invalid field gets the focus, and the values stay", async () => {
    fakeResponses(
      { ok: false, failure: "Not sent yet.", errors: { phone: "No number.", privacy: "Agree." } },
      { ok: true },
    );
    setup();
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(document.activeElement).toBe(field("Telephone")));
    expect(screen.getByRole("alert").textContent).toContain("Not sent yet.");
    expect(field("Your message")).toHaveProperty("value", "Is it quiet?");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByRole("status")).toBeDefined();
  });

  test("a second click while a request is in flight sends nothing", async () => {
    let answer = (_: Response) => {};
    const fetch = vi.fn(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    vi.stubGlobal("fetch", fetch);
    setup();
    await fillIn();
    await userEvent.dblClick(screen.getByRole("button", { name: "Send" }));
    expect(fetch).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: "Sending…" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    answer(new Response('{"ok":true}'));
    expect(await screen.findByRole("status")).toBeDefined();
  });

  test("a network error is shown, and the form can be sent again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    fakeResponses(new TypeError("offline"), { ok: true });
    setup();
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("seem to be offline");
    expect(document.activeElement).toBe(alert);
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await userEvent.click(await screen.findByRole("button", { name: "Send another message" }));
    expect(field("Your message")).toHaveProperty("value", "");
  });
});
