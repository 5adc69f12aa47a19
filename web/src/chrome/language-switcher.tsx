import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { Link } from "../features/navigation/link.tsx";
import type { LanguageChoice } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { Icon } from "../ui/icon/icon.tsx";
import { VisuallyHidden } from "../ui/visually-hidden/visually-hidden.tsx";
import { LanguageHint, rememberLanguage } from "./language-hint.tsx";
import styles from "./language-switcher.module.css";

export type LanguageSwitcherProps = { languages: LanguageChoice[] };

/**
 * LanguageSwitcher names each language in itself. It is a details element, so it works without
 * scripts; with scripts, Escape, blur and a press outside close it.
 */
export function LanguageSwitcher({ languages }: LanguageSwitcherProps) {
  const t = useT();
  const ref = useRef<HTMLDetailsElement>(null);
  useCloseOutside(ref);
  const current = languages.find((language) => language.current) ?? languages[0];
  if (!current || languages.length < 2) return null;
  const close = () => {
    if (ref.current) ref.current.open = false;
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !ref.current?.open) return;
    close();
    ref.current.querySelector("summary")?.focus();
  };
  const blurred = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <div className={styles.switcher}>
      <details ref={ref} onKeyDown={keys} onBlur={blurred}>
        <summary className={styles.summary}>
          <span className={styles.code}>{current.lang}</span>
          <VisuallyHidden>{t("menu.language", { name: current.name })}</VisuallyHidden>
          <Icon name="down" className={styles.chevron} />
        </summary>
        <ul className={styles.list} aria-label={t("menu.languages")} data-floats="">
          {languages.map((language) => (
            <li key={language.lang}>
              <Link
                link={language.href}
                lang={language.lang}
                hrefLang={language.lang}
                className={styles.choice}
                aria-current={language.current ? "true" : undefined}
                onClick={() => {
                  rememberLanguage();
                  close();
                }}
              >
                {language.name}
              </Link>
            </li>
          ))}
        </ul>
      </details>
      <LanguageHint languages={languages} />
    </div>
  );
}

/** Closes the details element on a press outside, also where nothing takes the focus. */
function useCloseOutside(ref: { current: HTMLDetailsElement | null }) {
  useEffect(() => {
    const press = (event: PointerEvent) => {
      const details = ref.current;
      if (details?.open && !details.contains(event.target as Node)) details.open = false;
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [ref]);
}
