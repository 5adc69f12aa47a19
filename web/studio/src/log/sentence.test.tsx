import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LogEntry } from "../generated/api.ts";
import { sentenceOfEntry } from "./sentence.tsx";

const entry = (more: Partial<LogEntry>): LogEntry => ({
  change: 1,
  at: "2026-11-26T10:00:00Z",
  by: "María",
  via: "studio",
  action: "change",
  type: "properties",
  id: 7,
  name: "ZRE1001P",
  ...more,
});

const price = { path: "price.amount", from: 1250000, to: 1190000 };

test.each([
  [
    "a price",
    entry({ changes: [price] }),
    "María changed the price of ZRE1001P from 1.250.000\u00a0€ to 1.190.000\u00a0€",
    "María cambió el precio de ZRE1001P de 1.250.000\u00a0€ a 1.190.000\u00a0€",
  ],
  [
    "a state",
    entry({ changes: [{ path: "availability", from: null, to: "sold" }] }),
    "María marked ZRE1001P as sold",
    "María marcó ZRE1001P como vendida",
  ],
  [
    "an undo",
    entry({ via: "undo", changes: [{ path: "price.amount", from: 1190000, to: 1250000 }] }),
    "María took back a change of ZRE1001P: the price is 1.250.000\u00a0€ again",
    "María deshizo un cambio de ZRE1001P: el precio vuelve a ser 1.250.000\u00a0€",
  ],
  [
    "a telephone of the agency",
    entry({ type: "settings", id: 0, changes: [{ path: "phone_1", from: "1", to: "2" }] }),
    "María changed the telephone of the agency from “1” to “2”",
    "María cambió el teléfono de la agencia de «1» a «2»",
  ],
  [
    "a text in a language, which is too long for a sentence",
    entry({ changes: [{ path: "description.es", from: "", to: "x".repeat(200) }] }),
    "María changed the description (Spanish) of ZRE1001P",
    "María cambió la descripción (español) de ZRE1001P",
  ],
  [
    "a removed value",
    entry({ type: "settings", changes: [{ path: "mail_2", from: "a@b.example", to: null }] }),
    "María removed the second mail address of the agency",
    "María quitó el segundo correo electrónico de la agencia",
  ],
  [
    "several fields",
    entry({ changes: [price, { path: "title.en", from: "A", to: "B" }] }),
    "María changed the price and the title (English) of ZRE1001P",
    "María cambió el precio y el título (inglés) de ZRE1001P",
  ],
  [
    "a field and a choice of the form",
    entry({ changes: [{ path: "orientation", from: "north", to: "south-west" }] }),
    "María changed “Orientation” of ZRE1001P from north to south-west",
    "María cambió «Orientación» de ZRE1001P de norte a suroeste",
  ],
  [
    "the trash",
    entry({ action: "trash", changes: [{ path: "status", from: "publish", to: "trash" }] }),
    "María put ZRE1001P into the trash",
    "María envió ZRE1001P a la papelera",
  ],
  [
    "a state of an enquiry",
    entry({
      type: "enquiries",
      action: "state",
      name: "a1b2c3d4:12",
      changes: [{ path: "state", from: null, to: "closed" }],
    }),
    "María marked enquiry 12 as closed",
    "María marcó la consulta 12 como cerrada",
  ],
  [
    "an enquiry that nobody looks after any more",
    entry({
      type: "enquiries",
      action: "assign",
      name: "a1b2c3d4:12",
      changes: [{ path: "assignee", from: null, to: "" }],
    }),
    "María gave enquiry 12 back",
    "María dejó sin asignar la consulta 12",
  ],
  [
    "an export",
    entry({
      type: "enquiries",
      action: "export",
      name: "",
      changes: [{ path: "enquiries", from: null, to: 120 }],
    }),
    "María exported 120 enquiries",
    "María exportó 120 consultas",
  ],
  ["no details", entry({}), "María changed ZRE1001P", "María cambió ZRE1001P"],
])("%s", (_, line, en, es) => {
  expect(render(sentenceOfEntry(line, "en")).container.textContent).toBe(en);
  expect(render(sentenceOfEntry(line, "es")).container.textContent).toBe(es);
});
