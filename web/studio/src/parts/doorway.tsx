import type { ReactNode } from "react";
import { common } from "../words/common.ts";
import { setLang, useLang, useWords } from "../words/words.ts";
import styles from "./doorway.module.css";

export type DoorwayProps = {
  title: string;
  /** The name of the agency, where it is known. */
  agency?: string;
  children: ReactNode;
};

/** Doorway is the page of those who are not signed in: one narrow column, with the choice of language. */
export function Doorway({ title, agency, children }: DoorwayProps) {
  const t = useWords(common);
  const lang = useLang();
  const other = lang === "en" ? "es" : "en";
  return (
    <main className={styles.doorway}>
      <div className={styles.column}>
        <p className={styles.brand}>
          {agency ? `${agency} · ` : ""}
          {t.studio}
        </p>
        <h1 className={styles.title}>{title}</h1>
        {children}
        <button
          type="button"
          className={styles.language}
          lang={other}
          onClick={() => setLang(other)}
        >
          {other === "es" ? "Español" : "English"}
        </button>
      </div>
    </main>
  );
}
