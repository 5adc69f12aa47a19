import {
  type Attrs,
  type DOMOutputSpec,
  DOMParser,
  DOMSerializer,
  type Node,
  Schema,
} from "prosemirror-model";
import { bulletList, listItem, orderedList } from "prosemirror-schema-list";

const heading = (level: number) => ({ tag: `h${level}`, attrs: { level } });

/** What the editor of texts knows: a part of what `sanitize` allows. Anything else is edited as source. */
export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: {
      content: "inline*",
      group: "block",
      parseDOM: [{ tag: "p" }],
      toDOM: (): DOMOutputSpec => ["p", 0],
    },
    heading: {
      attrs: { level: { default: 2 } },
      content: "inline*",
      group: "block",
      defining: true,
      parseDOM: [2, 3, 4].map(heading),
      toDOM: (node): DOMOutputSpec => [`h${node.attrs.level}`, 0],
    },
    ordered_list: { ...orderedList, content: "list_item+", group: "block" },
    bullet_list: { ...bulletList, content: "list_item+", group: "block" },
    list_item: { ...listItem, content: "paragraph block*" },
    text: { group: "inline" },
    hard_break: {
      inline: true,
      group: "inline",
      selectable: false,
      parseDOM: [{ tag: "br" }],
      toDOM: (): DOMOutputSpec => ["br"],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (dom): Attrs => ({
            href: dom.getAttribute("href"),
            title: dom.getAttribute("title"),
          }),
        },
      ],
      toDOM: (mark): DOMOutputSpec => ["a", { href: mark.attrs.href, title: mark.attrs.title }, 0],
    },
    strong: {
      parseDOM: [{ tag: "strong" }, { tag: "b" }],
      toDOM: (): DOMOutputSpec => ["strong", 0],
    },
    em: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: (): DOMOutputSpec => ["em", 0] },
  },
});

type Policy = { createHTML: (markup: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

/** The markup is read into a document that is never shown and runs no script. */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("estate", {
  createHTML: (markup) => markup,
});

const read = (markup: string): HTMLElement =>
  new window.DOMParser().parseFromString(policy?.createHTML(markup) ?? markup, "text/html").body;

export const parse = (markup: string): Node => DOMParser.fromSchema(schema).parse(read(markup));

export function serialise(doc: Node): string {
  // An editor without a text has one empty paragraph.
  if (doc.childCount === 1 && doc.firstChild?.content.size === 0) return "";
  const body = document.implementation.createHTMLDocument("").body;
  DOMSerializer.fromSchema(schema).serializeFragment(
    doc.content,
    { document: body.ownerDocument },
    body,
  );
  for (const item of body.querySelectorAll("li")) {
    const [first] = item.children;
    if (first && isBare(item)) first.replaceWith(...first.childNodes);
  }
  return [...body.children].map((block) => block.outerHTML).join("\n");
}

/** Whether a list item has one paragraph, which is the editor's: its text is that of the item. */
const isBare = (item: Element): boolean =>
  item.firstElementChild?.tagName === "P" && item.querySelectorAll(":scope > p").length === 1;

const SAME: Record<string, string> = { B: "STRONG", I: "EM" };
const BLOCKS = new Set(["P", "H2", "H3", "H4", "UL", "OL", "LI", "BODY"]);

/** Whether the editor keeps a text as it is: what it would write means the same. */
export function isKept(markup: string): boolean {
  return canonical(read(markup)) === canonical(read(serialise(parse(markup))));
}

function canonical(element: Element): string {
  const name = SAME[element.tagName] ?? element.tagName;
  const isBlock = BLOCKS.has(name);
  let inner = "";
  for (const child of element.childNodes) {
    if (child.nodeType === 1) inner += canonical(child as Element);
    else if (child.nodeType === 3)
      inner += (child.nodeValue ?? "").replaceAll(/[ \t\r\n\f]+/g, " ");
  }
  if (isBlock)
    inner = inner
      .replaceAll(/ (?=<\/?(?:P|H\d|UL|OL|LI)\b)|(?<=<\/?(?:P|H\d|UL|OL|LI)>) /g, "")
      .trim();
  if (name === "BODY") return inner.replaceAll("<P></P>", "");
  if (name === "LI" && isBare(element)) inner = inner.replace(/^<P>(.*?)<\/P>/s, "$1");
  const attributes = [...element.attributes]
    .map(({ name: key, value }) => ` ${key}="${value}"`)
    .sort()
    .join("");
  return `<${name}${attributes}>${inner}</${name}>`;
}
