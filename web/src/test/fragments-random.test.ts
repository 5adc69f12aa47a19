import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Card, View } from "../generated/view.ts";
import { createFrames } from "./frames.ts";

/** The built bundle of the render workers: 2,000 pages in React's development build take minutes. */
const bundle = resolve(import.meta.dirname, "../../dist/server/entry-server.js");

/** A golden View of results, written by Go's tests. */
const results = (file: string): View =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, "../../../testdata/views", file), "utf8"));

test("1,000 pages with random cards are equal in every byte with and without cached fragments", async () => {
  await import(bundle);
  const pages = ["properties.en.json", "properties.es.json"].map(results);
  const cards = pages.flatMap(cardsOf);
  expect(cards.length).toBeGreaterThan(20);
  const random = generator(20261122);
  const frames = createFrames();
  for (let page = 0; page < 1000; page++) {
    const view = structuredClone(pages[random(pages.length)] as View);
    for (const section of view.content)
      if ("cards" in section) section.cards = someCards(cards, random);
    const json = JSON.stringify(view);
    const whole = render(json, false).html;
    expect(render(json).html === whole, `page ${page}`).toBe(true);
    const spliced = frames.htmlOf(render(frames.frameOf(view)));
    expect(spliced === whole, `page ${page} of parts`).toBe(true);
  }
}, 60_000);

/** The property cards of a page of results. */
const cardsOf = (view: View): Card[] =>
  view.content.flatMap((section) => ("cards" in section ? (section.cards as Card[]) : []));

/** Up to 24 of the cards; some have another title and are withdrawn. */
function someCards(cards: Card[], random: (below: number) => number): Card[] {
  return Array.from({ length: random(25) }, (_, index) => {
    const card = cards[random(cards.length)] as Card;
    if (random(3) > 0) return { ...card, id: index + 1 };
    const title = `${card.title} <${random(50)}> & "co"`;
    return { ...card, id: index + 1, title, withdrawn: true };
  });
}

/** Numbers of a linear congruential generator. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
