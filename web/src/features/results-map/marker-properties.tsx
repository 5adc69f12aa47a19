import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Card, View } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button, IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { Link } from "../navigation/link.tsx";
import { useLinkedView } from "../navigation/navigation.ts";
import styles from "./results-map.module.css";
import type { Place } from "./use-places.ts";

/** More than these do not help to choose. */
const MAX_SHOWN = 24;

interface MarkerPropertiesProps {
  places: readonly Place[];
  /** With ?ids= the address of a view that shows these homes. */
  lookup: string | undefined;
  onClose: () => void;
}

/** MarkerProperties are the homes of the marker that was opened: it takes the focus, and Escape gives it back. */
export function MarkerProperties({ places, lookup, onClose }: MarkerPropertiesProps) {
  const t = useT();
  const region = useRef<HTMLElement>(null);
  const wanted = places.slice(0, MAX_SHOWN);
  const lacking = wanted.filter(({ card }) => !card).map(({ id }) => id);
  const { view, failed, retry } = useLinkedView(
    lookup !== undefined && lacking.length > 0 ? `${lookup}?ids=${lacking.join()}` : undefined,
  );
  const [first] = places;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another marker's homes take the focus too
  useEffect(() => region.current?.focus(), [first?.id, places.length]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  const cards = wanted.flatMap(({ id, card }) => card ?? cardOf(view, id) ?? []);
  return (
    <section
      ref={region}
      className={styles.found}
      tabIndex={-1}
      aria-label={t("sections.map.homes", { count: places.length })}
      onKeyDown={keys}
    >
      <IconButton label={t("sections.map.close")} className={styles.close} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
      <ul className={styles.homes}>
        {cards.map((card) => (
          <Home key={card.id} card={card} />
        ))}
      </ul>
      {cards.length < wanted.length ? (
        failed ? (
          <p>
            {t("sections.map.unknown")}{" "}
            <Button variant="text" onClick={retry}>
              {t("common.retry")}
            </Button>
          </p>
        ) : (
          <Spinner label={t("sections.map.fetching")} />
        )
      ) : null}
      {places.length > MAX_SHOWN ? (
        <p className={styles.note}>
          {t("sections.map.more", { count: places.length - MAX_SHOWN })}
        </p>
      ) : null}
    </section>
  );
}

function Home({ card }: { card: Card }) {
  return (
    <li className={styles.home}>
      {card.picture ? (
        <Picture picture={card.picture} sizes="120px" alt="" className={styles.picture} />
      ) : null}
      <div>
        <h3 className={styles.homeTitle}>
          {card.href ? <Link link={card.href}>{card.title}</Link> : card.title}
        </h3>
        <p>{card.place}</p>
        <p>
          {card.price.text} {card.price.mode}
        </p>
      </div>
    </li>
  );
}

function cardOf(view: View | undefined, id: number): Card | undefined {
  for (const section of view?.content ?? []) {
    if (section.kind === "favorites") return section.cards.find((card) => card.id === id);
  }
  return undefined;
}
