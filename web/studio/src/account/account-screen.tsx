import { useGet } from "../api/query.ts";
import type { Account } from "../generated/api.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useWords } from "../words/words.ts";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { PersonPanel } from "./person-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { accountWords } from "./words.ts";

/** AccountScreen is the user's own account: name, language, ways to sign in, open sessions. */
export default function AccountScreen() {
  const t = useWords(accountWords);
  const { data, error, refetch } = useGet<Account>("account");
  return (
    <Page title={t.title}>
      <Failure error={error} onAgain={refetch} />
      {data ? (
        <>
          <PersonPanel user={data.user} />
          <PasskeysPanel passkeys={data.passkeys} />
          <PasswordPanel codes={data.codes} hasTOTP={data.user.has_totp ?? false} />
          <SessionsPanel sessions={data.sessions} />
        </>
      ) : error ? null : (
        <Waiting />
      )}
    </Page>
  );
}
