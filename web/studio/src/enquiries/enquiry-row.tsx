import { Icon } from "../../../src/ui/icon/icon.tsx";
import { Link } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import type { Enquiry } from "../generated/api.ts";
import { formatAge, formatMoment } from "../parts/dates.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./enquiry-row.module.css";
import { enquiryPath } from "./path.ts";
import { enquiryWords } from "./words.ts";

export type EnquiryRowProps = {
  enquiry: Enquiry;
  /** Without state and person, where all rows have the same. */
  brief?: boolean;
};

/** EnquiryRow is an enquiry in a list: one link to its screen. */
export function EnquiryRow({ enquiry, brief = false }: EnquiryRowProps) {
  const { label, created, lang: language, kind, name, reference, excerpt, state } = enquiry;
  const t = useWords(enquiryWords);
  const lang = useLang();
  const { user, site } = useSession();
  return (
    <Link to={enquiryPath(label)} className={styles.row} data-new={state === "new" || undefined}>
      <span className={styles.name}>{name}</span>
      <time
        className={styles.age}
        dateTime={created}
        title={formatMoment(created, lang, site.zone)}
      >
        {formatAge(created, lang)}
      </time>
      <span className={styles.about}>
        {t.kind[kind] ?? kind}
        {reference ? <span className={styles.reference}>{reference}</span> : null}
        <abbr title={t.writes(t.language[language] ?? language)} className={styles.language}>
          {language.toUpperCase()}
        </abbr>
      </span>
      <span className={styles.excerpt}>{excerpt}</span>
      {brief ? null : (
        <span className={styles.state}>
          <span data-state={state}>{t.state[state] ?? state}</span>
          {enquiry.assignee ? (
            <span className={styles.assignee}>
              {enquiry.assignee === user.id ? t.mine : enquiry.assignee_name}
            </span>
          ) : null}
        </span>
      )}
      {enquiry.delivery === "failed" ? (
        <span className={styles.failed}>
          <Icon name="mail" />
          {t.deliveryFailed}
        </span>
      ) : null}
    </Link>
  );
}
