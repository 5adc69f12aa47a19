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

/** The maximum number of listed properties. */
const MAX_SHOWN = 24;

export type MarkerPropertiesProps = {
  places: readonly Place[];
  /** The link whose query ?ids= selects the properties of a view. */
  lookup: string | undefined;
  onClose: () => void;
};

/** MarkerProperties lists the properties of the open marker. It takes the focus; Escape closes it. */
export function MarkerProperties({ places, lookup, onClose }: MarkerPropertiesProps) {
  const t = useT();
  const region = useRef<HTMLElement>(null);
  const listed = places.slice(0, MAX_SHOWN);
  const missing = listed.filter(({ card }) => !card).map(({ id }) => id);
  const { view, failed, retry } = useLinkedView(
    lookup !== undefined && missing.length > 0 ? `${lookup}?ids=${missing.join()}` : undefined,
  );
  const [first] = places;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the properties of another marker take the focus too
  useEffect(() => region.current?.focus(), [first?.id, places.length]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  const cards = listed.flatMap(({ id, card }) => card ?? cardOf(view, id) ?? []);
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
          <PropertyItem key={card.id} card={card} />
        ))}
      </ul>
      {cards.length < listed.length ? (
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

type PropertyItemProps = { card: Card };

function PropertyItem({ card }: PropertyItemProps) {
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
