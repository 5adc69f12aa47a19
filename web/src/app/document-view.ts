import { readCard } from "../features/property-card/read-card.ts";
import type {
  Card,
  PropertyArchiveSection,
  Section,
  View,
  ViewResponse,
} from "../generated/view.ts";
import { readHead } from "./apply-head.ts";

/**
 * The View in a document (DocumentJSON in internal/site/compose/encode.go). Where the HTML is rendered it has no
 * head, and of most cards of results the id alone: the document says the rest.
 */
type DocumentView = Omit<View, "head" | "content"> & {
  head?: View["head"];
  content: (Exclude<Section, PropertyArchiveSection> | DocumentResults)[];
};

type DocumentResults = Omit<PropertyArchiveSection, "cards"> & { cards: (Card | number)[] };

/**
 * Returns the View of the document. It is fetched where an extension of the browser has changed the HTML
 * so that a card cannot be read.
 */
export async function loadDocumentView(
  fetch: (link: string) => Promise<ViewResponse>,
): Promise<View> {
  const view: DocumentView = JSON.parse(document.getElementById("view")?.textContent ?? "");
  try {
    return complete(view);
  } catch (error) {
    console.warn(error);
    const answer = await fetch(view.link);
    if (!answer.view) throw error;
    return answer.view;
  }
}

const complete = (view: DocumentView): View => ({
  ...view,
  head: view.head ?? readHead(),
  content: view.content.map((section) =>
    section.kind === "property-archive" ? { ...section, cards: readCards(section.cards) } : section,
  ),
});

function readCards(cards: (Card | number)[]): Card[] {
  const articles = document.querySelectorAll("[data-results] > li > article");
  return cards.map((card, index) =>
    typeof card === "number" ? readCard(card, articles[index]) : card,
  );
}
