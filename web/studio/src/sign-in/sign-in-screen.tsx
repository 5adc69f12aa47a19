import { useEffect } from "react";
import { setSession } from "../app/session.ts";
import { Doorway } from "../parts/doorway.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { signInWords } from "./words.ts";

/** SignInScreen stands in the place of the shell while nobody is signed in; the address stays. */
export default function SignInScreen() {
  const t = useWords(signInWords);
  const { studio } = useWords(common);
  useEffect(() => {
    document.title = `${t.title} · ${studio}`;
  }, [t, studio]);
  return (
    <Doorway title={t.welcome}>
      <SignInForm at="session" onDone={setSession} />
    </Doorway>
  );
}
