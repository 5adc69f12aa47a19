import { useT } from "../i18n/use-t.ts";
import styles from "./failure.module.css";

/** Why a view did not come: the network failed, or the server answered without one. */
export type Failure = { link: string; reason: "network" | "server" };

/** Shown in place of a screen when its view could not be fetched. */
export function FailureScreen({ failure, retry }: { failure: Failure; retry: () => void }) {
  const t = useT();
  const offline = failure.reason === "network";
  return (
    <section className={styles.screen}>
      <h1>{t(offline ? "offline.title" : "offline.failedTitle")}</h1>
      <p>{t(offline ? "offline.text" : "offline.failedText")}</p>
      <button type="button" className={styles.retry} onClick={retry}>
        {t("offline.retry")}
      </button>
    </section>
  );
}
