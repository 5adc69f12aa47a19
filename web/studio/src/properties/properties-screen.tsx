import { useCallback } from "react";
import { useGet } from "../api/query.ts";
import { setQueryKeys, useQueryKeys } from "../app/router.tsx";
import type { PropertyList } from "../generated/api.ts";
import { Chips } from "../parts/chips.tsx";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Pager } from "../parts/pager.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useWords } from "../words/words.ts";
import { propertyWords } from "./words.ts";

/** PropertiesScreen is the list of all properties, drafts included. */
export default function PropertiesScreen() {
  const t = useWords(propertyWords);
  const keys = useQueryKeys();
  const { data, error, refetch } = useGet<PropertyList>(`properties?${keys}`, { keep: true });
  const search = useCallback((q: string) => setQueryKeys({ q, page: "" }), []);
  const shows = (["", "mine", "drafts", "findings", "feed"] as const).map((value) => ({
    value,
    label: t.shows[value],
    count: value ? data?.shows[value] : undefined,
  }));
  return (
    <Page title={t.title} wide>
      <SearchField label={t.search} value={keys.get("q") ?? ""} onSearch={search} />
      <Chips
        label={t.show}
        chips={shows}
        value={keys.get("show") ?? ""}
        onChange={(show) => setQueryKeys({ show, page: "" })}
      />
      <Failure error={error} onAgain={refetch} />
      {data ? (
        <ul>
          {data.properties.map((row) => (
            <li key={row.id}>
              {row.reference} {row.title}
            </li>
          ))}
        </ul>
      ) : error ? null : (
        <Waiting />
      )}
      <Pager
        page={data?.page ?? 1}
        pages={data?.pages ?? 1}
        onPage={(page) => setQueryKeys({ page: page > 1 ? String(page) : "" })}
      />
    </Page>
  );
}
