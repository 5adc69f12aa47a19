import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { EnquiryDetail } from "../generated/api.ts";
import { fakeAPI, renderScreen, signIn, textOf, write } from "../test/fake-api.tsx";
import EnquiryScreen from "./enquiry-screen.tsx";

const detail: EnquiryDetail = {
  label: "n1:12",
  created: "2026-11-26T08:00:00Z",
  lang: "es",
  kind: "viewing",
  name: "Ana Gómez",
  reference: "ZRE1001P",
  excerpt: "Hola",
  state: "new",
  delivery: "delivered",
  agreed: "2026-11-26T08:00:00Z",
  mail: "ana@example.org",
  phone: "+34 600 000 000",
  message: "Hola, me interesa.",
  viewing: {
    way: "visit",
    wishes: ["2099-12-01T10:00:00Z", "2099-12-02T17:30:00Z"],
    minutes: 60,
  },
  drafts: [{ name: "Send details", subject: "Su consulta", text: "Estimada Ana:" }],
  people: [{ id: "u2", mail: "luis@zero.example", name: "Luis", lang: "es", role: "agent" }],
};

const path = "enquiries/n1%3A12";

beforeEach(() => signIn());

const show = () => renderScreen(<EnquiryScreen parameter="n1:12" />);

describe("an answer", () => {
  test("begins with a template and is sent once, with the same key when the response was lost", async () => {
    const answered = { ...detail, state: "answered" };
    let attempts = 0;
    const calls = fakeAPI({
      [`GET ${path}`]: detail,
      [`POST ${path}/answer`]: () => {
        attempts += 1;
        return attempts === 1 ? new TypeError("lost") : answered;
      },
    });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Send details" }));
    const text = screen.getByLabelText("Message", { selector: "textarea" });
    expect(textOf(text)).toBe("Estimada Ana:");
    write(text, "Estimada Ana: le escribo.");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText(/no connection/i);
    expect(textOf(text)).toBe("Estimada Ana: le escribo.");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Your answer is on its way.");
    expect(textOf(text)).toBe("");
    const [first, second] = calls.filter(({ method }) => method === "POST");
    expect(second?.body).toEqual(first?.body);
    expect(first?.body).toMatchObject({
      subject: "Su consulta",
      text: "Estimada Ana: le escribo.",
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test("is not replaced by a template without a question", async () => {
    fakeAPI({ [`GET ${path}`]: detail });
    show();
    const text = await screen.findByLabelText("Message", { selector: "textarea" });
    write(text, "Querida Ana");
    fireEvent.click(screen.getByRole("button", { name: "Send details" }));
    expect(textOf(text)).toBe("Querida Ana");
    fireEvent.click(screen.getByRole("button", { name: "Replace it" }));
    expect(textOf(text)).toBe("Estimada Ana:");
  });

  test("has no form where no mail address was left", async () => {
    const { mail: _, ...without } = detail;
    fakeAPI({ [`GET ${path}`]: without });
    show();
    await screen.findByText(/left no mail address/);
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });
});

test("a wished time is confirmed, and times are those of the agency", async () => {
  const calls = fakeAPI({
    [`GET ${path}`]: detail,
    [`POST ${path}/confirm`]: {
      ...detail,
      viewing: { ...detail.viewing, confirmed: "2099-12-02T17:30:00Z" },
    },
  });
  show();
  const second = (await screen.findByText("18:30")).closest("li") as HTMLElement;
  fireEvent.click(within(second).getByRole("button", { name: "Confirm this time" }));
  await within(second).findByText("Confirmed");
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    start: "2099-12-02T17:30:00Z",
    key: expect.any(String),
  });
});

test("the note of a colleague does not replace one that is being written", async () => {
  fakeAPI({
    [`GET ${path}`]: detail,
    [`POST ${path}/assign`]: { ...detail, assignee: "u2", note: "Luis: I call her" },
  });
  show();
  const note = await screen.findByLabelText("Note for the team");
  write(note, "Prefers mornings");
  write(screen.getByLabelText("Assigned to"), "u2");
  await screen.findByDisplayValue("Luis");
  expect(textOf(note)).toBe("Prefers mornings");
});

test("an editor deletes, and only an owner erases", async () => {
  signIn("editor");
  fakeAPI({ [`GET ${path}`]: detail });
  show();
  await screen.findByText("Hola, me interesa.");
  expect(screen.getByRole("button", { name: "Delete this enquiry" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Erase this person" })).toBeNull();
});

test("an enquiry of somebody else says so", async () => {
  fakeAPI({});
  show();
  await screen.findByText(/not yours to see/);
});
