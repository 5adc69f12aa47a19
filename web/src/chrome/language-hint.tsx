import { useEffect, useState } from "react";
import { Link } from "../features/navigation/link.tsx";
import type { LanguageChoice } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { readJSON, storageKeys, writeJSON } from "../lib/storage.ts";
import { IconButton } from "../ui/button/button.tsx";
import { Icon } from "../ui/icon/icon.tsx";
import styles from "./language-switcher.module.css";

/** Remembers that the visitor has chosen a language, or closed the hint. */
export const rememberLanguage = (): void => void writeJSON(storageKeys.language, true);

export type LanguageHintProps = { languages: readonly LanguageChoice[] };

/**
 * LanguageHint leads to this page in the language of the browser, in the words of that language. It
 * stays away once a language was chosen or it was closed.
 */
export function LanguageHint({ languages }: LanguageHintProps) {
  const t = useT();
  const [preferred, setPreferred] = useState<string>();
  useEffect(() => {
    if (readJSON(storageKeys.language) === undefined) setPreferred(firstOf(languages));
  }, [languages]);
  const choice = languages.find(({ lang, current }) => lang === preferred && !current);
  if (!choice?.hint) return null;
  const close = () => {
    rememberLanguage();
    setPreferred(undefined);
  };
  return (
    <p className={styles.hint} lang={choice.lang} data-screen-only="">
      <Link
        link={choice.href}
        hrefLang={choice.lang}
        className={styles.to}
        onClick={rememberLanguage}
      >
        {choice.hint}
      </Link>
      <IconButton label={t("common.close")} className={styles.away} onClick={close}>
        <Icon name="close" />
      </IconButton>
    </p>
  );
}

/** The first language of the browser that the site has. */
const firstOf = (languages: readonly LanguageChoice[]): string | undefined =>
  navigator.languages
    .map((tag) => tag.toLowerCase().split("-")[0])
    .find((lang) => languages.some((choice) => choice.lang === lang));
