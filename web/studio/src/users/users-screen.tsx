import { useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { useGet } from "../api/query.ts";
import { useSession } from "../app/session.ts";
import type { User, Users } from "../generated/api.ts";
import { formatAge } from "../parts/dates.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useLang, useWords } from "../words/words.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkDialog, type MadeLink } from "./link-dialog.tsx";
import { UserDialog } from "./user-dialog.tsx";
import styles from "./users.module.css";
import { userWords } from "./words.ts";

/** UsersScreen lists the people with an account. Owners invite, change and remove them. */
export default function UsersScreen() {
  const t = useWords(userWords);
  const { data, error, refetch } = useGet<Users>("users");
  const [inviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<User | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  return (
    <Page
      title={t.title}
      actions={
        data ? (
          <Button size="small" onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        ) : null
      }
    >
      <p className={styles.intro}>{t.intro}</p>
      <Failure error={error} onAgain={refetch} />
      {data ? (
        <ul className={styles.list} aria-label={t.title}>
          {data.users.map((user) => (
            <li key={user.id}>
              <UserRow user={user} onChange={() => setChanged(user)} />
            </li>
          ))}
        </ul>
      ) : error ? null : (
        <Waiting />
      )}
      {inviting && data ? (
        <InviteDialog authors={data.authors} onMade={setMade} onClose={() => setInviting(false)} />
      ) : null}
      {changed && data ? (
        <UserDialog
          user={changed}
          authors={data.authors}
          onMade={setMade}
          onClose={() => setChanged(null)}
        />
      ) : null}
      {made ? <LinkDialog made={made} onClose={() => setMade(null)} /> : null}
    </Page>
  );
}

function UserRow({ user, onChange }: { user: User; onChange: () => void }) {
  const t = useWords(userWords);
  const lang = useLang();
  const me = useSession().user;
  const { name, mail, role, disabled, pending, last_seen: seen } = user;
  const factors = [
    user.passkeys ? t.passkeys(user.passkeys) : "",
    user.has_totp ? t.totp : "",
  ].filter(Boolean);
  const presence = pending ? t.pending : seen ? t.lastSeen(formatAge(seen, lang)) : t.never;
  return (
    <button
      type="button"
      className={styles.row}
      data-disabled={disabled || undefined}
      aria-haspopup="dialog"
      onClick={onChange}
    >
      <span className={styles.name}>
        {name || mail}
        {user.id === me.id ? <span className={styles.soft}> ({t.you})</span> : null}
      </span>
      <span className={styles.role}>{t.role[role]}</span>
      <span className={styles.mail}>{mail}</span>
      <span className={styles.facts}>
        {[disabled ? t.disabled : presence, ...factors].join(" · ")}
      </span>
    </button>
  );
}
