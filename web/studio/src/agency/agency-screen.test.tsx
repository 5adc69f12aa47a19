import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { decision } from "../api/decide.ts";
import { fakeAPI, renderScreen, signIn, textOf, write } from "../test/fake-api.tsx";
import AgencyScreen from "./agency-screen.tsx";

const doc = {
  site_title: "Zero",
  phone_1: "+34 952 000 100",
  hours: { en: "Monday", es: "Lunes" },
  agents: 40,
  social: [{ name: "Instagram", url: "https://i.example/zero" }],
};
const stored = { doc, version: "v1", may: true };
const GET = "GET entities/settings/0";
const SAVE = "POST entities/settings/0/changes";

beforeEach(() => {
  signIn();
  decision.set(null);
});

test("only changed fields are sent, each language by itself", async () => {
  const calls = fakeAPI({ [GET]: stored, [SAVE]: { change: 7, paths: [], version: "v2" } });
  renderScreen(<AgencyScreen />);
  const phone = await screen.findByLabelText("Telephone");
  write(phone, "+34 952 000 199");
  write(screen.getByLabelText("Opening hours · Spanish"), "Lunes a viernes");
  write(screen.getByLabelText("Number of agents"), "");
  expect(screen.getByText("3 changes are not published yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("Published.");
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    changes: [
      { path: "phone_1", from: "+34 952 000 100", to: "+34 952 000 199" },
      { path: "hours.es", from: "Lunes", to: "Lunes a viernes" },
      { path: "agents", from: 40, to: null },
    ],
  });
});

test("a refused value is marked at its field and stays", async () => {
  fakeAPI({
    [GET]: stored,
    [SAVE]: {
      type: "invalid",
      status: 422,
      title: "Please check the telephone.",
      fields: [{ path: "phone_1", text: "This is no telephone number." }],
    },
  });
  renderScreen(<AgencyScreen />);
  const phone = await screen.findByLabelText("Telephone");
  write(phone, "call us");
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("This is no telephone number.");
  expect(textOf(phone)).toBe("call us");
  const note = phone.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(note)?.textContent).toBe("This is no telephone number.");
});

test("a field that somebody else has changed is asked about, the others are saved", async () => {
  const calls = fakeAPI({
    [GET]: stored,
    [SAVE]: {
      type: "conflict",
      status: 409,
      title: "Somebody was faster.",
      conflicts: [
        {
          path: "phone_1",
          from: "+34 952 000 100",
          to: "1",
          now: "2",
          by: "Luis",
          at: "2026-11-26T09:00:00Z",
        },
      ],
    },
  });
  renderScreen(<AgencyScreen />);
  const phone = await screen.findByLabelText("Telephone");
  write(phone, "1");
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(decision.get()?.kind).toBe("conflicts"));
  const open = decision.get();
  if (open?.kind !== "conflicts") throw new Error("no conflict");
  expect(open.describe("phone_1", "2")).toEqual({ label: "Telephone", text: "2" });
  expect(open.describe("hours.es", "Lunes").label).toBe("Opening hours · Spanish");
  expect(textOf(phone)).toBe("1");
  open.answer([]); // theirs
  await waitFor(() => expect(textOf(phone)).toBe("+34 952 000 100"));
  expect(calls.filter(({ path }) => path.endsWith("/changes"))).toHaveLength(1);
});

test("an editor reads the form", async () => {
  signIn("editor");
  fakeAPI({ [GET]: { ...stored, may: false } });
  renderScreen(<AgencyScreen />);
  const phone = await screen.findByLabelText("Telephone");
  expect((phone as HTMLInputElement).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
});
