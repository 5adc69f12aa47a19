import type { Landmark } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import styles from "./landmarks.module.css";

export type LandmarksProps = {
  landmarks: Landmark[];
  /** The distances are from the exact position. */
  exact: boolean;
};

/** Landmarks are the distances by air to the nearest beach, airport and the like. */
export function Landmarks({ landmarks, exact }: LandmarksProps) {
  const t = useT();
  return (
    <section className={styles.landmarks}>
      <h3 className={styles.title}>{t("property.distances")}</h3>
      <dl className={styles.list}>
        {landmarks.map(({ kind, name, distance }) => (
          <div key={`${kind} ${name}`} className={styles.landmark}>
            <dt>
              <span className={styles.kind}>{kind}</span> {name}
            </dt>
            <dd className={styles.distance}>{distance}</dd>
          </div>
        ))}
      </dl>
      {exact ? null : <p className={styles.note}>{t("property.distancesAbout")}</p>}
    </section>
  );
}
