import { useState } from "react";
import { call } from "../api/call.ts";
import { queries, reload } from "../api/query.ts";
import { navigate } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import type { EnquiryDetail, Erased } from "../generated/api.ts";
import { Confirm } from "../parts/confirm.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { useWords } from "../words/words.ts";
import styles from "./enquiry.module.css";
import { enquiryWords } from "./words.ts";

export type RemovePanelProps = { detail: EnquiryDetail; path: string };

/** RemovePanel deletes an enquiry, or all that is kept of its person. */
export function RemovePanel({ detail: { name, mail }, path }: RemovePanelProps) {
  const t = useWords(enquiryWords);
  const { role } = useSession().user;
  const { busy, run } = useTask();
  const [asked, setAsked] = useState<"remove" | "erase" | null>(null);
  if (role === "agent") return null;
  const leave = (text: string) => {
    setAsked(null);
    navigate("/studio/enquiries/", { replace: true });
    queries.removeQueries({ queryKey: [path] });
    reload("enquiries?", "today", "saved-searches");
    showToast(text);
  };
  const remove = () =>
    run(async () => {
      await call("DELETE", path);
      leave(t.removed);
    });
  const erase = () =>
    run(async () => {
      const erased = await call<Erased>("POST", "enquiries/erase", { mail });
      const { enquiries, searches, mentions = [] } = erased;
      leave(t.erased(enquiries, searches));
      if (mentions.length > 0) {
        // Until it is closed: somebody has to read these messages.
        showToast(t.mentions(mentions.join(", ")), { problem: true, time: 600_000 });
      }
    });
  return (
    <div className={styles.removal}>
      <button type="button" className={styles.remove} onClick={() => setAsked("remove")}>
        {t.remove}
      </button>
      {mail && role === "owner" ? (
        <button type="button" className={styles.remove} onClick={() => setAsked("erase")}>
          {t.erase}
        </button>
      ) : null}
      {asked === "remove" ? (
        <Confirm
          title={t.removeQuestion(name)}
          text={t.removeText}
          yes={t.removeYes}
          busy={busy}
          onYes={remove}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === "erase" ? (
        <Confirm
          title={t.eraseQuestion(mail ?? "")}
          text={t.eraseText}
          yes={t.eraseYes}
          busy={busy}
          onYes={erase}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
}
