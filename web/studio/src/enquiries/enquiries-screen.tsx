import { type KeyboardEvent, useCallback } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { SelectInput } from "../../../src/ui/field/field.tsx";
import { ask } from "../api/ask.ts";
import { useGet } from "../api/query.ts";
import { setQueryKeys, useQueryKeys } from "../app/router.tsx";
import { fetchSession, session, useSession } from "../app/session.ts";
import type { Enquiries } from "../generated/api.ts";
import { Chips } from "../parts/chips.tsx";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Pager } from "../parts/pager.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useWords } from "../words/words.ts";
import styles from "./enquiries.module.css";
import { EnquiryRow } from "./enquiry-row.tsx";
import { enquiryWords } from "./words.ts";

/** The list looks for new enquiries in this time (ms). */
const EVERY = 30_000;

/** EnquiriesScreen is the inbox. */
export default function EnquiriesScreen() {
  const t = useWords(enquiryWords);
  const { user } = useSession();
  const keys = useQueryKeys();
  const path = `enquiries?${keys}`;
  const { data, error, refetch } = useGet<Enquiries>(path, { keep: true, every: EVERY });
  const search = useCallback((q: string) => setQueryKeys({ q, page: "" }), []);
  const state = keys.get("state") ?? "";
  const filtered = ["q", "state", "kind", "assignee"].some((key) => keys.has(key));
  const counts = data?.states ?? {};
  const numbers: Record<string, number | undefined> = {
    ...counts,
    "": data ? (counts.new ?? 0) + (counts.open ?? 0) : undefined,
  };
  return (
    <Page
      title={t.title}
      actions={
        user.role === "owner" ? (
          <Button variant="text" onClick={exportAll}>
            {t.export}
          </Button>
        ) : null
      }
      wide
    >
      <div className={styles.filters}>
        <SearchField label={t.search} value={keys.get("q") ?? ""} onSearch={search} />
        <SelectInput
          label={t.kindLabel}
          className={styles.select}
          value={keys.get("kind") ?? ""}
          onChange={(event) => setQueryKeys({ kind: event.target.value, page: "" })}
        >
          <option value="">{t.anyKind}</option>
          {Object.entries(t.kind).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </SelectInput>
        <SelectInput
          label={t.who}
          className={styles.select}
          value={keys.get("assignee") ?? ""}
          onChange={(event) => setQueryKeys({ assignee: event.target.value, page: "" })}
        >
          <option value="">{t.anyone}</option>
          <option value="me">{t.mine}</option>
          <option value="none">{t.nobody}</option>
        </SelectInput>
      </div>
      <Chips
        label={t.show}
        value={state}
        chips={Object.entries(t.chips).map(([value, label]) => ({
          value,
          label,
          count: numbers[value],
        }))}
        onChange={(value) => setQueryKeys({ state: value, page: "" })}
      />
      <Failure error={error} onAgain={refetch} />
      {data?.incomplete ? <p className={styles.incomplete}>{t.incomplete}</p> : null}
      {data ? <EnquiryList enquiries={data.enquiries} /> : error ? null : <Waiting />}
      {data?.enquiries.length === 0 ? (
        <div className={styles.empty}>
          <p>{filtered ? t.emptyFiltered : t.empty}</p>
          {filtered ? (
            <Button
              variant="text"
              onClick={() => setQueryKeys({ q: "", state: "", kind: "", assignee: "", page: "" })}
            >
              {t.clear}
            </Button>
          ) : null}
        </div>
      ) : null}
      <Pager
        page={data?.page ?? 1}
        pages={data?.pages ?? 1}
        onPage={(page) => setQueryKeys({ page: page > 1 ? String(page) : "" })}
      />
    </Page>
  );
}

/** Downloads all enquiries. The browser loads the file itself, so a fresh factor is asked for before. */
async function exportAll(): Promise<void> {
  await fetchSession().catch(() => {});
  const until = session.get()?.strong_until;
  const strong = until !== undefined && new Date(until).getTime() > Date.now();
  if (strong || (await ask("strong"))) location.assign("/studio/api/enquiries/export?format=csv");
}

function EnquiryList({ enquiries }: Pick<Enquiries, "enquiries">) {
  const t = useWords(enquiryWords);
  if (enquiries.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t.title} onKeyDown={moveAmongRows}>
      {enquiries.map((enquiry) => (
        <li key={enquiry.label}>
          <EnquiryRow enquiry={enquiry} />
        </li>
      ))}
    </ul>
  );
}

/** ↓ or j and ↑ or k move the focus among the rows. */
function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (!step || event.metaKey || event.ctrlKey || event.altKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
