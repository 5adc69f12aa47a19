import { expect, test } from "vitest";
import { formLink } from "./form-link.ts";

function form(html: string): HTMLFormElement {
  document.body.innerHTML = `<form>${html}</form>`;
  return document.forms[0] as HTMLFormElement;
}

test("keys are sorted and empty values left out", () => {
  const link = formLink(
    form(
      '<input name="s_type" value="15"><input name="s_beds" value="">' +
        '<input name="price_to" value="500000"><input name="s_city" value="  ">',
    ),
    "/properties/",
  );
  expect(link).toBe("/properties/?price_to=500000&s_type=15");
});

test("the values of one field are joined by commas", () => {
  const link = formLink(
    form(
      '<input type="checkbox" name="s_type" value="7" checked>' +
        '<input type="checkbox" name="s_type" value="15" checked>',
    ),
    "/properties/",
  );
  expect(link).toBe("/properties/?s_type=7,15");
});

test("values are encoded as a form encodes them", () => {
  expect(formLink(form('<input name="s" value="piña & mar">'), "/es/blog/")).toBe(
    "/es/blog/?s=pi%C3%B1a+%26+mar",
  );
});

test("the submit button is included", () => {
  const shown = form('<button name="sort_by" value="price_low">Sort</button>');
  expect(formLink(shown, "/properties/", shown.querySelector("button"))).toBe(
    "/properties/?sort_by=price_low",
  );
});

test("an empty form has its action as link", () => {
  expect(formLink(form('<input name="s" value="">'), "/properties/")).toBe("/properties/");
});
