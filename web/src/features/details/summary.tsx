import type { Badge, Price as PriceData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Badges } from "../../ui/badge/badge.tsx";
import { Price } from "../../ui/price/price.tsx";
import styles from "./summary.module.css";

export type SummaryProps = {
  place: string;
  reference?: string | undefined;
  price: PriceData;
  badges: Badge[];
};

/** Summary is the place, reference and price of a property. */
export function Summary({ place, reference, price, badges }: SummaryProps) {
  const t = useT();
  return (
    <div className={styles.summary}>
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
    </div>
  );
}
