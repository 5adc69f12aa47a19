import type { Badge, Card, Fact, FactKey, Picture, Price } from "../../generated/view.ts";

/**
 * Reads a property from the HTML of its card: the document has only its id beside it
 * (isReadable in internal/site/compose/cardcache.go). Throws a TypeError if the HTML is not that of PropertyCard.
 */
export function readCard(id: number, article: Element | undefined): Card {
  const [frame, text] = elements(article);
  const [place, heading] = elements(text);
  const [price, reference] = elements(text?.lastElementChild);
  const link = heading?.querySelector("a");
  const card: Card = {
    id,
    kind: "properties",
    href: attribute(link, "href"),
    title: textOf(link),
    place: textOf(place),
    price: readPrice(price),
    facts: elements(text?.querySelector("ul")).map(readFact),
    badges: [...(frame?.querySelectorAll<HTMLElement>("[data-badge]") ?? [])].map(readBadge),
    picture: readPicture(frame),
  };
  // "Ref. ZR7P": a reference has no space.
  if (reference) card.reference = textOf(reference).split(" ").at(-1);
  return card;
}

function readPrice(paragraph: Element | undefined): Price {
  const previous = paragraph?.querySelector("s");
  const spans = elements(paragraph).filter((element) => element.localName === "span");
  const amounts = spans.splice(0, paragraph?.hasAttribute("data-range") ? 2 : 1);
  const mode = previous ? spans.slice(0, -1)[0] : spans[0]; // the last one is the label of the previous price
  const price: Price = { text: amounts.map(textOf).join(" ") };
  if (mode) price.mode = textOf(mode).slice(1);
  if (previous) price.previous = textOf(previous);
  return price;
}

function readFact(item: Element): Fact {
  const key = attribute(item, "data-fact") as FactKey;
  return { key, label: attribute(item, "title"), value: textOf(item.lastChild) };
}

function readBadge(item: HTMLElement): Badge {
  return { key: item.dataset.badge as Badge["key"], text: textOf(item) };
}

function readPicture(frame: Element | undefined): Picture {
  const image = frame?.querySelector("img");
  const srcset = attribute(frame?.querySelector("source"), "srcset");
  return {
    src: attribute(image, "src"),
    widths: [...srcset.matchAll(/-(\d+)\.avif /g)].map(([, width]) => Number(width)),
    width: Number(image?.getAttribute("width")),
    height: Number(image?.getAttribute("height")),
    alt: "",
    color: image?.getAttribute("style")?.match(/background-color:\s*([^;]+)/)?.[1] ?? "",
  };
}

const elements = (parent: Element | null | undefined): Element[] => [...(parent?.children ?? [])];

function textOf(node: Node | null | undefined): string {
  if (node?.textContent == null) throw new TypeError("a card lacks a text");
  return node.textContent;
}

function attribute(element: Element | null | undefined, name: string): string {
  const value = element?.getAttribute(name);
  if (value == null) throw new TypeError(`a card lacks the attribute ${name}`);
  return value;
}
