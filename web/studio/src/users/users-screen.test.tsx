import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeAPI, renderScreen, signIn, textOf, write } from "../test/fake-api.tsx";
import UsersScreen from "./users-screen.tsx";

const users = {
  users: [
    { id: "u1", mail: "maria@zero.example", name: "María Ruiz", lang: "en", role: "owner" },
    { id: "u2", mail: "luis@zero.example", name: "Luis", lang: "es", role: "agent", author: 3 },
  ],
  authors: [{ id: 3, name: "Luis Vega" }],
};

beforeEach(() => signIn());

test("an invited person gets a link, which is shown once", async () => {
  const url = "https://zero.example/studio/invite/#secret";
  const calls = fakeAPI({
    "GET users": users,
    "POST users": { url, expires: "2026-12-03T10:00:00Z" },
  });
  renderScreen(<UsersScreen />);
  fireEvent.click(await screen.findByRole("button", { name: "Invite somebody" }));
  write(screen.getByLabelText("Name"), "Eva Sol");
  write(screen.getByLabelText("Mail address"), "eva@zero.example");
  write(screen.getByLabelText("Their properties"), "3");
  fireEvent.click(screen.getByRole("button", { name: "Make the link" }));
  expect(textOf(await screen.findByLabelText("Link"))).toBe(url);
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    mail: "eva@zero.example",
    name: "Eva Sol",
    lang: "en",
    role: "agent",
    author: 3,
  });
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByLabelText("Link")).toBeNull();
});

test("a refused mail address is told at its field", async () => {
  fakeAPI({
    "GET users": users,
    "POST users": {
      type: "invalid",
      status: 422,
      title: "Please check the form.",
      fields: [{ path: "mail", text: "Somebody has this address." }],
    },
  });
  renderScreen(<UsersScreen />);
  fireEvent.click(await screen.findByRole("button", { name: "Invite somebody" }));
  write(screen.getByLabelText("Name"), "Luis");
  write(screen.getByLabelText("Mail address"), "luis@zero.example");
  fireEvent.click(screen.getByRole("button", { name: "Make the link" }));
  await screen.findByText("Somebody has this address.");
  expect(textOf(screen.getByLabelText("Name"))).toBe("Luis");
});

test("owners cannot remove or disable themselves", async () => {
  fakeAPI({ "GET users": users });
  renderScreen(<UsersScreen />);
  fireEvent.click(await screen.findByRole("button", { name: /María Ruiz/ }));
  expect(screen.getByRole("button", { name: "Save" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.click(screen.getByRole("button", { name: /Luis/ }));
  expect(screen.getByRole("button", { name: "Remove" })).toBeTruthy();
});
