import { useCallback, useDeferredValue } from "react";
import { groupDigits } from "../../../src/lib/format.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { useGet } from "../api/query.ts";
import { navigate, setQueryKeys, useQueryKeys } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import type { PropertyList } from "../generated/api.ts";
import { Chips } from "../parts/chips.tsx";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Pager } from "../parts/pager.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useTask } from "../parts/use-task.ts";
import { Waiting } from "../parts/waiting.tsx";
import { useWords } from "../words/words.ts";
import { createProperty } from "./create.ts";
import styles from "./properties.module.css";
import { PropertyRows } from "./property-list.tsx";
import { useRowKeys } from "./row-keys.ts";
import { STATES, StateMenu } from "./state-menu.tsx";
import { propertyWords } from "./words.ts";

const SHOWS = ["", "mine", "drafts", "findings", "feed", "trash"] as const;
const SORTS = ["", "price", "-price", "reference"];

/** PropertiesScreen is the list of all properties, drafts included; prices and states change in it. */
export default function PropertiesScreen() {
  const t = useWords(propertyWords);
  const keys = useQueryKeys();
  const { user, site } = useSession();
  const { author } = user;
  const { busy, run } = useTask();
  const { data, error, refetch } = useGet<PropertyList>(`properties?${keys}`, { keep: true });
  // The rows render when nobody types.
  const rows = useDeferredValue(data?.properties);
  const search = useCallback((q: string) => setQueryKeys({ q, page: "" }), []);
  useRowKeys();
  const value = (key: string) => keys.get(key) ?? "";
  // A view without a property is no choice, unless it is the present one.
  const shows = SHOWS.filter(
    (show) => !show || show === value("show") || (show === "mine" ? author : data?.shows[show]),
  ).map((show) => ({
    value: show,
    label: t.shows[show],
    count: show ? data?.shows[show] : undefined,
  }));
  const states = STATES.filter((state) => data?.states[state] || state === value("state")).map(
    (state) => ({ value: state, label: t.states[state] ?? state, count: data?.states[state] ?? 0 }),
  );
  return (
    <Page
      title={t.title}
      wide
      actions={
        site.mode === "embedded" ? (
          <Button disabled={busy} onClick={() => void run(() => createProperty())}>
            {t.add}
          </Button>
        ) : null
      }
    >
      <div className={styles.tools}>
        <SearchField label={t.search} value={value("q")} onSearch={search} />
        <select
          aria-label={t.sort}
          className={styles.sort}
          value={value("sort")}
          onChange={(event) => setQueryKeys({ sort: event.target.value, page: "" })}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t.sorts[sort]}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.filters}>
        <Chips
          label={t.show}
          chips={shows}
          value={value("show")}
          onChange={(show) => setQueryKeys({ show, page: "" })}
        />
        <Chips
          label={t.state}
          chips={states}
          value={value("state")}
          onChange={(state) =>
            setQueryKeys({ state: state === value("state") ? "" : state, page: "" })
          }
        />
      </div>
      <Failure error={error} onAgain={refetch} />
      {data ? (
        <>
          <p className={styles.found} role="status">
            <span>{data.total > 0 ? t.found(groupDigits(data.total)) : t.none}</span>
            <span className={styles.keys}>{data.total > 0 ? t.keys : ""}</span>
          </p>
          {rows?.length ? (
            <PropertyRows rows={rows} />
          ) : (
            <p>
              <Button variant="line" size="small" onClick={() => navigate("/studio/properties/")}>
                {t.clear}
              </Button>
            </p>
          )}
          <StateMenu />
          <Pager
            page={data.page}
            pages={data.pages}
            onPage={(page) => {
              setQueryKeys({ page: page > 1 ? String(page) : "" });
              window.scrollTo(0, 0);
            }}
          />
        </>
      ) : error ? null : (
        <Waiting />
      )}
    </Page>
  );
}
