import { useCallback, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { call } from "../api/call.ts";
import { reload, useGet } from "../api/query.ts";
import { setQueryKeys, useQueryKeys } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import type { SavedSearch, SavedSearches } from "../generated/api.ts";
import { Confirm } from "../parts/confirm.tsx";
import { formatMoment } from "../parts/dates.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Pager } from "../parts/pager.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { Waiting } from "../parts/waiting.tsx";
import { useLang, useWords } from "../words/words.ts";
import styles from "./saved-searches.module.css";
import { savedSearchWords } from "./words.ts";

/** SavedSearchesScreen lists the searches of visitors who get mails of new properties. */
export default function SavedSearchesScreen() {
  const t = useWords(savedSearchWords);
  const keys = useQueryKeys();
  const { data, error, refetch } = useGet<SavedSearches>(`saved-searches?${keys}`, { keep: true });
  const search = useCallback((q: string) => setQueryKeys({ q, page: "" }), []);
  const [asked, setAsked] = useState<SavedSearch | null>(null);
  const { busy, run } = useTask();
  const remove = ({ id }: SavedSearch) =>
    run(async () => {
      await call("DELETE", `saved-searches/${encodeURIComponent(id)}`);
      setAsked(null);
      reload("saved-searches");
      showToast(t.removed);
    });
  return (
    <Page title={t.title}>
      <p className={styles.intro}>
        {t.intro} {data ? t.total(data.total) : null}
      </p>
      <SearchField label={t.search} value={keys.get("q") ?? ""} onSearch={search} />
      <Failure error={error} onAgain={refetch} />
      {data ? null : error ? null : <Waiting />}
      {data && data.searches.length > 0 ? (
        <ul className={styles.list} aria-label={t.title}>
          {data.searches.map((saved) => (
            <li key={saved.id}>
              <Row saved={saved} onRemove={() => setAsked(saved)} />
            </li>
          ))}
        </ul>
      ) : null}
      {data?.searches.length === 0 ? (
        <p className={styles.empty}>{keys.has("q") ? t.emptyFiltered : t.empty}</p>
      ) : null}
      <Pager
        page={data?.page ?? 1}
        pages={data?.pages ?? 1}
        onPage={(page) => setQueryKeys({ page: page > 1 ? String(page) : "" })}
      />
      {asked ? (
        <Confirm
          title={t.removeQuestion(asked.mail)}
          text={t.removeText}
          yes={t.remove}
          busy={busy}
          onYes={() => remove(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Page>
  );
}

function Row({ saved, onRemove }: { saved: SavedSearch; onRemove: () => void }) {
  const { mail, lang: language, search, link, created, confirmed, mails } = saved;
  const t = useWords(savedSearchWords);
  const lang = useLang();
  const { site } = useSession();
  return (
    <div className={styles.row}>
      <a href={site.url + link} target="_blank" rel="noreferrer" className={styles.search}>
        {search}
      </a>
      <p className={styles.facts}>
        <span>{mail}</span>
        <span>{language.toUpperCase()}</span>
        <span>{t.since(formatMoment(created, lang, site.zone))}</span>
        <span>{confirmed ? t.mails(mails) : t.waiting}</span>
      </p>
      <Button
        variant="text"
        className={styles.remove}
        aria-label={`${t.remove}: ${search}, ${mail}`}
        onClick={onRemove}
      >
        {t.remove}
      </Button>
    </div>
  );
}
