import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EnquiryForm, ViewingForm } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import Contact from "./contact.tsx";

const viewing: ViewingForm = {
  properties: [],
  ways: [{ value: "visit", text: "At the home" }],
  days: [{ value: "2026-12-01", text: "Tuesday 1 December", slots: 0 }],
  slots: [["10:00"]],
  times: ["10:00"],
  labels: {
    properties: "The homes",
    way: "How",
    wishes: ["First", "Second", "Third"],
    day: "Day",
    time: "Time",
    choose: "Choose",
    zone: "Time of Spain",
    lead: "Choose your times",
    thanks: "Thank you",
  },
};

/** The names of the fields that a contact section asks for in its form. */
function namesOf(changes: Partial<EnquiryForm>): Set<string> {
  const form: EnquiryForm = {
    action: "/enquiry/",
    kind: "contact",
    page: "/contact/",
    privacy: { href: "/privacy-policy/", text: "Privacy policy" },
    ...changes,
  };
  const { container } = render(
    <Contact
      section={{ kind: "contact", title: "Contact", phones: [], mails: [], address: [], form }}
    />,
    { wrapper: withTranslations("en") },
  );
  const inputs = container.querySelectorAll<HTMLInputElement>("[name]:not([type=hidden])");
  return new Set([...inputs].map(({ name }) => name));
}

const PERSON = ["name", "mail", "phone", "message", "website", "privacy"];

test.each<[string, Partial<EnquiryForm>, string[]]>([
  ["a message", {}, PERSON],
  ["the home of an owner", { kind: "sell" }, [...PERSON, "address", "type", "size", "wanted"]],
  [
    "a viewing",
    { kind: "viewing", viewing },
    [...PERSON, "way", "day1", "time1", "day2", "time2", "day3", "time3"],
  ],
  ["a call", { kind: "sell", call: true }, PERSON.filter((name) => name !== "mail")],
])("the form asks for %s", (_, changes, names) => {
  expect(namesOf(changes)).toEqual(new Set(names));
});
