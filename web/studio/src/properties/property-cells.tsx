import { useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { VisuallyHidden } from "../../../src/ui/visually-hidden/visually-hidden.tsx";
import { Link } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import type { PropertyRow } from "../generated/api.ts";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { formOf, restoreProperty } from "./create.ts";
import styles from "./properties.module.css";
import { propertyWords } from "./words.ts";

type RowProps = { row: PropertyRow };

/** The cover of a property, decorative beside its title. */
export function Cover({ row }: RowProps) {
  return row.picture ? (
    <img
      src={row.picture}
      alt=""
      width={120}
      height={80}
      loading="lazy"
      decoding="async"
      className={styles.cover}
    />
  ) : (
    <span className={styles.cover} data-empty="">
      <Icon name="camera" />
    </span>
  );
}

/** Reference, title and place. The title is the link to the form, and what arrow keys move to. */
export function Naming({ row }: RowProps) {
  const t = useWords(propertyWords);
  const { url } = useSession().site;
  const title = row.title || row.reference;
  return (
    <div className={styles.naming}>
      <p className={styles.reference}>
        {row.reference}
        {row.status === "draft" ? <span className={styles.tag}>{t.draft}</span> : null}
        {row.draft_by ? <span className={styles.tag}>{t.draftBy(row.draft_by)}</span> : null}
        {row.source ? <span className={styles.tag}>{t.fromFeed(row.source)}</span> : null}
        {row.locks?.length ? (
          <span className={styles.tag} title={t.locked}>
            <Icon name="key" />
            <VisuallyHidden>{t.locked}</VisuallyHidden>
          </span>
        ) : null}
      </p>
      <Link data-row-link="" className={styles.name} to={formOf(row.id)}>
        {title}
      </Link>
      <p className={styles.place}>
        {[row.type, row.place].filter(Boolean).join(" · ")}
        {row.link ? (
          <a
            className={styles.site}
            href={url + row.link}
            target="_blank"
            rel="noreferrer"
            aria-label={t.onSite(row.reference)}
          >
            <Icon name="globe" />
          </a>
        ) : null}
      </p>
      <Findings row={row} />
      {row.may && row.status === "trash" ? <Restore id={row.id} /> : null}
      {row.may ? null : row.wordpress_url ? (
        <a className={styles.note} href={row.wordpress_url} target="_blank" rel="noreferrer">
          {t.wordpress}
        </a>
      ) : (
        <p className={styles.note}>{t.readOnly}</p>
      )}
    </div>
  );
}

/** Brings a property back from the trash. */
function Restore({ id }: { id: number }) {
  const t = useWords(propertyWords);
  const { busy, run } = useTask();
  const restore = async () => {
    await restoreProperty(id);
    showToast(t.restored);
  };
  return (
    <Button variant="line" size="small" disabled={busy} onClick={() => void run(restore)}>
      {t.restore}
    </Button>
  );
}

/** What the property lacks; a press opens the list. */
function Findings({ row: { findings = [] } }: RowProps) {
  const t = useWords(propertyWords);
  const [open, setOpen] = useState(false);
  if (findings.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles.findings}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t.complete(findings.length)}
        <Icon name="down" />
      </button>
      {open ? (
        <ul className={styles.findingList}>
          {findings.map(({ path, text }) => (
            <li key={path + text}>{text}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The languages in which title and description are there. */
export function Languages({ row }: RowProps) {
  const t = useWords(propertyWords);
  const { languages: names } = useWords(common);
  const { languages } = useSession().site;
  return (
    <ul className={styles.languages}>
      {languages.map((lang) => {
        const has = Boolean(row.languages[lang]);
        const name = names[lang] ?? lang;
        return (
          <li key={lang} data-has={has || undefined} title={has ? t.has(name) : t.lacks(name)}>
            <span aria-hidden="true">{lang.toUpperCase()}</span>
            <VisuallyHidden>{has ? t.has(name) : t.lacks(name)}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}
