import type { EnergyLabel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import styles from "./energy.module.css";

const CLASSES = ["A", "B", "C", "D", "E", "F", "G"] as const;

export type EnergyProps = { energy: EnergyLabel };

/** Energy is the energy certificate, which the law requires in every advertisement. */
export function Energy({ energy }: EnergyProps) {
  const t = useT();
  const { consumption, consumptionValue, emissions, emissionsValue } = energy;
  const rated = Boolean(consumption || consumptionValue || emissions || emissionsValue);
  return (
    <div className={styles.energy}>
      {energy.status && !rated ? <p className={styles.status}>{energy.status}</p> : null}
      {rated ? (
        <div className={styles.scales}>
          <Scale title={t("property.consumption")} value={consumption} figure={consumptionValue} />
          <Scale title={t("property.emissions")} value={emissions} figure={emissionsValue} />
        </div>
      ) : null}
    </div>
  );
}

type ScaleProps = {
  title: string;
  value?: string | undefined;
  figure?: string | undefined;
};

/** Scale shows the seven classes with the property's class highlighted; a figure without a class has no scale. */
function Scale({ title, value, figure }: ScaleProps) {
  if (!value && !figure) return null;
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.words}>
        {value ? <strong className={styles.class}>{value}</strong> : null}
        {value && figure ? " · " : null}
        {figure}
      </p>
      {value ? <Bars own={value} /> : null}
    </div>
  );
}

type BarsProps = { own: string };

function Bars({ own }: BarsProps) {
  return (
    <ol className={styles.bars} aria-hidden="true">
      {CLASSES.map((letter) => (
        <li
          key={letter}
          className={styles.bar}
          data-class={letter}
          data-own={letter === own || undefined}
        >
          {letter}
        </li>
      ))}
    </ol>
  );
}
