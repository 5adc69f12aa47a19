import { lazy, Suspense, useEffect, useState } from "react";
import { useStore } from "../../../src/lib/store.ts";
import { Button } from "../../../src/ui/button/button.tsx";
import { sentenceOf } from "../api/failure.ts";
import { Waiting } from "../parts/waiting.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./app.module.css";
import { Boundary } from "./boundary.tsx";
import { usePathname } from "./router.tsx";
import { fetchSession, session } from "./session.ts";

const Shell = lazy(() => import("../shell/shell.tsx"));
const SignIn = lazy(() => import("../sign-in/sign-in-screen.tsx"));
const LinkScreen = lazy(() => import("../link/link-screen.tsx"));

/** The pages of links that are handed to people; their token is in the fragment. */
const LINKS = /^\/studio\/(setup|invite|recover)\/$/;

/** App is the studio: the page of a link, the sign-in or the shell with its screens. */
export function App() {
  const path = usePathname();
  return (
    <Boundary>
      <Suspense fallback={<Waiting />}>
        {LINKS.test(path) ? <LinkScreen /> : <WithSession />}
      </Suspense>
    </Boundary>
  );
}

function WithSession() {
  const now = useStore(session, undefined);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt asks again
  useEffect(() => {
    setError(null);
    if (session.get() === undefined) fetchSession().catch(setError);
  }, [attempt]);
  const t = useWords(common);
  if (now) return <Shell />;
  if (now === null) return <SignIn />;
  if (!error) return <Waiting />;
  return (
    <main className={styles.failure}>
      <p role="alert">{sentenceOf(error)}</p>
      <Button variant="line" onClick={() => setAttempt(attempt + 1)}>
        {t.again}
      </Button>
    </main>
  );
}
