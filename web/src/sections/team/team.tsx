import { Link } from "../../features/navigation/link.tsx";
import type { Person } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import cardStyles from "../../ui/card/card.module.css";
import { cx } from "../../ui/cx.ts";
import { Initials } from "../../ui/initials/initials.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./team.module.css";

/** Team shows the people of the agency; initials stand in the place of a missing portrait. */
export default function Team({ section }: SectionProps<"team">) {
  return (
    <Band title={section.title} text={section.text}>
      <ul className={styles.team}>
        {section.people.map((person) => (
          <li key={person.name} className={cx(person.href && cardStyles.card, "reveal")}>
            <Member person={person} />
          </li>
        ))}
      </ul>
    </Band>
  );
}

type MemberProps = { person: Person };

function Member({ person }: MemberProps) {
  const t = useT();
  const facts = [
    [t("sections.team.areas"), person.areas],
    [t("sections.team.languages"), person.languages],
  ].filter(([, value]) => value);
  return (
    <>
      <div className={styles.frame}>
        {person.picture ? (
          <Picture
            picture={person.picture}
            sizes="(width >= 1024px) 380px, (width >= 640px) 46vw, 92vw"
            alt=""
            className={cardStyles.picture}
          />
        ) : (
          <Initials name={person.name} className={styles.initials} />
        )}
      </div>
      <h3 className={styles.name}>
        {person.href ? (
          <Link link={person.href} className={cardStyles.link}>
            {person.name}
          </Link>
        ) : (
          person.name
        )}
      </h3>
      {person.role ? <p className={styles.role}>{person.role}</p> : null}
      {facts.length > 0 ? (
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}
