import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Card } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./results-map.module.css";

interface FoundProps {
  cards: Card[];
  onClose: () => void;
}

/** Found are the homes of the marker that was opened: it takes the focus, and Escape gives it back. */
export function Found({ cards, onClose }: FoundProps) {
  const t = useT();
  const region = useRef<HTMLElement>(null);
  const [first] = cards;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another marker's homes take the focus too
  useEffect(() => region.current?.focus(), [first?.id]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <section
      ref={region}
      className={styles.found}
      tabIndex={-1}
      aria-label={t("sections.map.homes", { count: cards.length })}
      onKeyDown={keys}
    >
      <IconButton label={t("sections.map.close")} className={styles.close} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
      <ul className={styles.homes}>
        {cards.map((card) => (
          <li key={card.id} className={styles.home}>
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
        ))}
      </ul>
    </section>
  );
}
