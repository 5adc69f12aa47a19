import { useEffect, useState } from "react";
import { call } from "../api/call.ts";
import { readDraft } from "../api/drafts.ts";
import { useGet } from "../api/query.ts";
import type { ScreenProps } from "../app/screen-props.ts";
import { useSession } from "../app/session.ts";
import type { Document, Draft, FormLists } from "../generated/api.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useWords } from "../words/words.ts";
import { type Found, isLocalCopy } from "./autosave.ts";
import { ListsProvider } from "./lists.ts";
import { PropertyForm } from "./property-form.tsx";
import { formWords } from "./words.ts";

/** PropertyScreen is the form of a property. */
export default function PropertyScreen({ parameter }: ScreenProps) {
  const t = useWords(formWords);
  const id = Number(parameter);
  const key = `${useSession().user.id} property ${id}`;
  const document = useGet<Document>(`entities/properties/${id}`);
  const lists = useGet<FormLists>("forms/properties");
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const may = document.data?.may;
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt asks again
  useEffect(() => {
    if (may === undefined) return;
    const none: Draft = { changes: [], version: "" };
    const read = may ? call<Draft>("GET", `entities/properties/${id}/draft`) : none;
    Promise.all([read, readDraft(key)]).then(
      ([draft, local]) => setFound({ draft, local: isLocalCopy(local) ? local : null }),
      setError,
    );
  }, [id, key, may, attempt]);
  if (document.data && lists.data && found) {
    return (
      <ListsProvider value={lists.data.lists}>
        <PropertyForm id={id} document={document.data} found={found} storage={key} />
      </ListsProvider>
    );
  }
  const failed = document.error ?? lists.error ?? error;
  const again = () => {
    setError(null);
    setAttempt(attempt + 1);
    void document.refetch();
    void lists.refetch();
  };
  return (
    <Page title={t.properties}>
      <Failure error={failed} onAgain={again} />
      {failed ? null : <Waiting />}
    </Page>
  );
}
