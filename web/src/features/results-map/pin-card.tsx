import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import type { Card, MapPlace, View } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button, IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { useLinkedView } from "../navigation/navigation.ts";
import { CardPictures } from "./card-pictures.tsx";
import { cardPosition, visiblePart } from "./card-position.ts";
import styles from "./results-map.module.css";

export type PinCardProps = {
  place: MapPlace;
  /** The card, when it is in the list. */
  card: Card | undefined;
  /** The link whose query ?ids= selects the properties of a View. */
  lookup: string | undefined;
  /** The point of the pin on the map in px. */
  at: { x: number; y: number } | undefined;
  renderCard: (card: Card, pictures: ReactNode) => ReactNode;
  onClose: () => void;
};

/** PinCard is the card of the pressed pin. It takes the focus and gives it back; Escape closes it. */
export function PinCard({ place, card, lookup, at, renderCard, onClose }: PinCardProps) {
  const t = useT();
  const region = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  const id = place.id ?? 0;
  const { view, failed, retry } = useLinkedView(
    card === undefined && lookup !== undefined ? `${lookup}?ids=${id}` : undefined,
  );
  const shown = card ?? cardOf(view, id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card of another pin takes the focus too
  useEffect(() => {
    opener.current = document.activeElement;
    region.current?.focus({ preventScroll: true });
  }, [id]);
  useVisibleCard(region, at);
  const keepFocusAndRetry = () => {
    region.current?.focus({ preventScroll: true }); // the pressed button disappears
    retry();
  };
  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  };
  return (
    <section
      ref={region}
      className={styles.found}
      tabIndex={-1}
      aria-label={shown?.title ?? t("sections.map.home")}
      onKeyDown={keys}
    >
      {shown ? (
        renderCard(shown, picturesOf(shown))
      ) : (
        <div className={styles.fetching}>
          {failed ? (
            <p>
              {t("sections.map.unknown")}{" "}
              <Button variant="text" onClick={keepFocusAndRetry}>
                {t("common.retry")}
              </Button>
            </p>
          ) : (
            <Spinner label={t("sections.map.fetching")} />
          )}
        </div>
      )}
      <IconButton label={t("sections.map.close")} className={styles.close} onClick={close}>
        <Icon name="close" />
      </IconButton>
    </section>
  );
}

/** The pictures of a card in place of its first one. */
const picturesOf = (card: Card): ReactNode =>
  card.href && card.picture ? (
    <CardPictures key={card.id} card={card} href={card.href} />
  ) : undefined;

/** On a visible map that is lower, in px, a card has no pictures. */
const SHORT = 480;
/** What may cover an edge of the map: the search bar, and the list below the menu's width. */
const COVERS = "[data-search-bar], [data-list-sheet]";

/** Keeps a card beside its pin, within the visible part of the map. */
function useVisibleCard(region: RefObject<HTMLElement | null>, at: PinCardProps["at"]): void {
  const [x, y] = [at?.x, at?.y];
  useLayoutEffect(() => {
    const card = region.current;
    const frame = card?.offsetParent;
    if (!card || !frame) return;
    const place = () => {
      const covers = [...document.querySelectorAll(COVERS)].map((cover) =>
        cover.getBoundingClientRect(),
      );
      const visible = visiblePart(frame.getBoundingClientRect(), window.innerHeight, covers);
      card.toggleAttribute("data-short", visible.bottom - visible.top < SHORT);
      const corner = cardPosition(
        x === undefined || y === undefined ? undefined : { x, y },
        { width: card.offsetWidth, height: card.offsetHeight },
        visible,
      );
      card.style.insetInlineStart = `${corner.x}px`;
      card.style.insetBlockStart = `${corner.y}px`;
    };
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(card);
    sizes.observe(frame);
    window.addEventListener("scroll", place, { passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", place);
    };
  }, [region, x, y]);
}

function cardOf(view: View | undefined, id: number): Card | undefined {
  for (const section of view?.content ?? []) {
    if (section.kind === "favorites") return section.cards.find((card) => card.id === id);
  }
  return undefined;
}
