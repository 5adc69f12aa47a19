import { factIcon } from "../features/property-card/fact-icons.ts";
import type { DevelopmentSection, PropertySection } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { Badges } from "../ui/badge/badge.tsx";
import { Icon } from "../ui/icon/icon.tsx";
import { Price } from "../ui/price/price.tsx";
import styles from "./key-facts.module.css";

export type KeyFactsProps = { details: PropertySection | DevelopmentSection };

/** KeyFacts are the place, the main figures and the price of a property. */
export function KeyFacts({ details }: KeyFactsProps) {
  const t = useT();
  const { badges, place, reference, price } = details;
  const facts = details.facts.filter(({ key }) => key !== "type" && factIcon(key));
  return (
    <div className={styles.key}>
      <div className={styles.what}>
        <Badges badges={badges} className={styles.badges} />
        <p className={styles.place}>{place}</p>
        {reference ? (
          <p className={styles.reference}>
            {t("property.reference")} {reference}
          </p>
        ) : null}
      </div>
      <div className={styles.cost}>
        <Price price={price} before={t("property.before")} className={styles.price} />
        {price.note ? <p className={styles.note}>{price.note}</p> : null}
      </div>
      {facts.length > 0 ? (
        <ul className={styles.facts} data-screen-only="">
          {facts.map(({ key, label, value }) => (
            <li key={key} className={styles.fact}>
              <span className={styles.value}>
                <Icon name={factIcon(key) ?? "key"} />
                {value}
              </span>
              <span className={styles.label}>{label}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
