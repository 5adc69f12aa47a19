import { useEffect, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { call } from "../api/call.ts";
import { navigate } from "../app/router.tsx";
import { setSession } from "../app/session.ts";
import type { LinkDone, LinkInfo } from "../generated/api.ts";
import { Doorway } from "../parts/doorway.tsx";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./link.module.css";
import { LinkForm } from "./link-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { linkWords } from "./words.ts";

/**
 * LinkScreen makes an account, or new factors for one, by a link that was handed to its person. The token is
 * in the fragment, which is sent to no server and stands in no log.
 */
export default function LinkScreen() {
  const t = useWords(linkWords);
  const { studio } = useWords(common);
  const [token] = useState(() => location.hash.slice(1));
  const [info, setInfo] = useState<LinkInfo | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState<LinkDone | null>(null);
  useEffect(() => {
    if (token) {
      call<LinkInfo>("POST", "link", { token }, { askUser: false }).then(setInfo, setError);
    }
  }, [token]);
  const open = (end: LinkDone) => {
    navigate("/studio/", { replace: true });
    setSession(end.session);
  };
  const finish = (end: LinkDone) => (end.codes?.length ? setDone(end) : open(end));
  const title = done ? t.codes : info ? t.titles[info.purpose] : studio;
  useEffect(() => {
    document.title = `${title} · ${studio}`;
  }, [title, studio]);
  if (token && !info && !error) return <Waiting />;
  return (
    <Doorway title={title} {...(info ? { agency: info.site.name } : {})}>
      {token ? <Failure error={error} /> : <p role="alert">{t.noToken}</p>}
      {done ? (
        <>
          <RecoveryCodes codes={done.codes ?? []} />
          <Button wide onClick={() => open(done)}>
            {t.open}
          </Button>
        </>
      ) : info ? (
        <>
          <p className={styles.note}>{t.intros[info.purpose]}</p>
          <LinkForm token={token} info={info} onDone={finish} />
        </>
      ) : null}
    </Doorway>
  );
}
