import {
  type CSSProperties,
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
import styles from "./results-map.module.css";

export type PinCardProps = {
  place: MapPlace;
  /** The card, when it is in the list. */
  card: Card | undefined;
  /** The link whose query ?ids= selects the properties of a View. */
  lookup: string | undefined;
  /** The point of the pin in px; the card is beside it where there is room. */
  at: { x: number; y: number; width: number } | undefined;
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
      data-side={sideOf(at)}
      style={at && ({ "--pin-x": `${at.x}px` } as CSSProperties)}
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
              <Button variant="text" onClick={retry}>
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

/** The space between the card and the edges of the visible map in px. */
const MARGIN = 16;
/** The credit of the map is below a card that is not beside its pin. */
const CREDIT = 36;

/** Keeps a card beside its pin, or at the lower edge, and within the part of the map that the window shows. */
function useVisibleCard(region: RefObject<HTMLElement | null>, at: PinCardProps["at"]): void {
  const y = sideOf(at) && at?.y;
  useLayoutEffect(() => {
    const card = region.current;
    const frame = card?.offsetParent;
    if (!card || !frame) return;
    const place = () => {
      const { top, height } = frame.getBoundingClientRect();
      const bottom = Math.min(height, window.innerHeight - top);
      const size = card.offsetHeight;
      const wanted = y === undefined ? bottom - size - CREDIT : y - size / 2;
      const lowest = bottom - size - MARGIN;
      card.style.insetBlockStart = `${Math.max(MARGIN, Math.min(wanted, lowest))}px`;
      if (lowest < MARGIN) card.scrollIntoView({ block: "nearest" });
    };
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(card);
    sizes.observe(frame);
    return () => sizes.disconnect();
  }, [region, y]);
}

/** The width of the card with its distance to the pin in px. */
const ROOM = 312 + 64;

function sideOf(at: PinCardProps["at"]): "left" | "right" | undefined {
  if (!at) return undefined;
  if (at.x + ROOM < at.width) return "right";
  return at.x > ROOM ? "left" : undefined;
}

function cardOf(view: View | undefined, id: number): Card | undefined {
  for (const section of view?.content ?? []) {
    if (section.kind === "favorites") return section.cards.find((card) => card.id === id);
  }
  return undefined;
}
