import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AlertForm as Form } from "../../generated/view.ts";
import { AlertForm } from "./alert-form.tsx";

const form: Form = {
  action: "/enquiry/alert/",
  name: "Tell me",
  wordsLabel: "Your search",
  words: ["Villa", "4+ bedrooms"],
  button: "Save this search",
  note: "Nothing else.",
  fields: {
    kind: "properties",
    search: "s_beds=4&s_type=15",
    mail: "E-mail",
    often: "How often?",
    ways: [
      { value: "now", text: "At once" },
      { value: "daily", text: "Once a day" },
    ],
    trap: "Leave empty",
  },
  links: [{ href: "/privacy-policy/", text: "Privacy policy" }],
};

test("the markup is a form that posts the search and how often to write", () => {
  document.body.innerHTML = renderToStaticMarkup(<AlertForm form={form} />);
  const rendered = document.querySelector("form") as HTMLFormElement;
  expect(rendered.method).toBe("post");
  expect(rendered.getAttribute("action")).toBe("/enquiry/alert/");
  expect(Object.fromEntries(new FormData(rendered))).toEqual({
    kind: "properties",
    search: "s_beds=4&s_type=15",
    mail: "",
    often: "now",
    website: "",
  });
  document.body.innerHTML = "";
});

test("the search is in words, and the fields have names", async () => {
  render(<AlertForm form={form} />);
  expect(screen.getByRole("form", { name: "Tell me" })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Villa",
    "4+ bedrooms",
    "Privacy policy",
  ]);
  expect(screen.getByRole("group", { name: "How often?" })).toBeTruthy();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^E-mail/ }));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "At once" }));
  await userEvent.tab(); // the field for programs is left out
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save this search" }));
});

test("an error is at the address, which has the focus and keeps its value", () => {
  const fields = {
    ...(form.fields as NonNullable<Form["fields"]>),
    value: "ana@",
    error: "No address",
  };
  render(<AlertForm form={{ ...form, fields: { ...fields, daily: true } }} />);
  const mail = screen.getByRole<HTMLInputElement>("textbox", { name: /^E-mail/ });
  expect(mail.value).toBe("ana@");
  expect(mail.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(mail.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "No address",
  );
  expect(document.activeElement).toBe(mail);
  expect(screen.getByRole("radio", { name: "Once a day" })).toHaveProperty("checked", true);
});

test("a page of one button has no fields", () => {
  render(
    <AlertForm
      form={{ action: "/enquiry/alert/end/?t=1", name: "End", lead: "We erase it.", button: "End" }}
    />,
  );
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("button", { name: "End" }).getAttribute("type")).toBe("submit");
});
