import { type ReactNode, useState } from "react";
import type { EnquiryValues, ViewingForm } from "../../generated/view.ts";
import { SelectInput } from "../../ui/field/field.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./viewing-fields.module.css";

const WISHES = [
  ["day1", "time1"],
  ["day2", "time2"],
  ["day3", "time3"],
] as const;

type FieldName = "way" | (typeof WISHES)[number][number];

export type ViewingFieldsProps = {
  viewing: ViewingForm;
  values: EnquiryValues | undefined;
  /** The attributes of a field and its error. */
  field: (name: FieldName) => { id: string; name: string; autoFocus: boolean };
  error: (name: FieldName) => ReactNode;
};

/**
 * ViewingFields ask which homes a visitor wants to see, how and when. Without scripts every time of
 * any day can be chosen, and the server tells when a day has it not.
 */
export function ViewingFields({ viewing, values, field, error }: ViewingFieldsProps) {
  const { labels } = viewing;
  const wayError = error("way");
  const { id: wayId, ...way } = field("way");
  return (
    <>
      {viewing.properties.length > 0 ? <Homes viewing={viewing} /> : null}
      <fieldset className={styles.group} aria-describedby={wayError ? `${wayId}-note` : undefined}>
        <legend className={styles.legend}>{labels.way}</legend>
        <div className={styles.ways}>
          {viewing.ways.map(({ value, text }, i) => (
            <label key={value} className={styles.way}>
              <input
                {...way}
                id={i === 0 ? wayId : undefined}
                type="radio"
                value={value}
                defaultChecked={value === (values?.way ?? "visit")}
                className={styles.radio}
              />
              {text}
            </label>
          ))}
        </div>
        {wayError ? <p id={`${wayId}-note`}>{wayError}</p> : null}
      </fieldset>
      {WISHES.map(([day, time], i) => (
        <Wish
          key={day}
          viewing={viewing}
          legend={labels.wishes[i] ?? ""}
          day={{ ...field(day), defaultValue: values?.[day] ?? "", note: error(day) }}
          time={{ ...field(time), defaultValue: values?.[time] ?? "", note: error(time) }}
        />
      ))}
      <p className={styles.zone}>{labels.zone}</p>
    </>
  );
}

type HomesProps = { viewing: ViewingForm };

/** Homes are what the visitor wants to see. */
function Homes({ viewing }: HomesProps) {
  return (
    <div className={styles.group}>
      <p className={styles.legend}>{viewing.labels.properties}</p>
      <ul className={styles.homes}>
        {viewing.properties.map((home) => (
          <li key={home.id} className={styles.home}>
            {home.picture ? (
              <Picture
                picture={home.picture}
                sizes="96px"
                maxWidth={320}
                alt=""
                className={styles.picture}
              />
            ) : null}
            <div>
              <a href={home.href} className={styles.title}>
                {home.title}
              </a>
              <p className={styles.place}>{home.place}</p>
              <p className={styles.place}>{home.price}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

type SelectProps = {
  id: string;
  name: string;
  autoFocus: boolean;
  defaultValue: string;
  note: ReactNode;
};

type WishProps = { viewing: ViewingForm; legend: string; day: SelectProps; time: SelectProps };

/** Wish is one day and time; once a day is chosen, its times are offered. */
function Wish({ viewing, legend, day, time }: WishProps) {
  const { labels } = viewing;
  const [chosen, setChosen] = useState<string>();
  const slots = viewing.days.find(({ value }) => value === chosen)?.slots;
  const times = (slots === undefined ? undefined : viewing.slots[slots]) ?? viewing.times;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.wish}>
        <SelectInput
          {...day}
          label={labels.day}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <option value="">{labels.choose}</option>
          {viewing.days.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectInput>
        <SelectInput {...time} label={labels.time}>
          <option value="">–</option>
          {times.map((start) => (
            <option key={start}>{start}</option>
          ))}
        </SelectInput>
      </div>
    </fieldset>
  );
}
