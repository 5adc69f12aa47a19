import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { cx } from "../../../src/ui/cx.ts";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { sentenceOf } from "../api/failure.ts";
import { useGet } from "../api/query.ts";
import { navigate } from "../app/router.tsx";
import { mayOpen, routes } from "../app/routes.ts";
import { useSession } from "../app/session.ts";
import type { Found } from "../generated/api.ts";
import { StudioIcon, type StudioIconName } from "../parts/studio-icon.tsx";
import { showToast } from "../parts/toast.tsx";
import { createProperty } from "../properties/create.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./palette.module.css";
import { shellWords } from "./words.ts";

type Entry = { key: string; icon: StudioIconName; name: string; hint?: string; run: () => void };

export type PaletteProps = { onClose: () => void; onSignOut: () => void };

/** Palette opens a property, an enquiry, a page of the site, a screen or an action by a few letters. */
export function Palette({ onClose, onSignOut }: PaletteProps) {
  const t = useWords(shellWords);
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const entries = useEntries(useDeferredValue(text.trim()), onSignOut);
  const chosen = entries[Math.min(at, entries.length - 1)];
  const options = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) {
      options.current
        ?.querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: "nearest" });
    }
  }, [chosen]);
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const keys = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const now = Math.min(at, last);
    if (event.key === "ArrowDown") setAt(now < last ? now + 1 : 0);
    else if (event.key === "ArrowUp") setAt(now > 0 ? now - 1 : last);
    else if (event.key === "Enter" && chosen) run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} label={t.palette} className={styles.palette}>
      <div className={styles.field}>
        <StudioIcon name="search" />
        <input
          role="combobox"
          aria-label={t.palette}
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen ? `${list}-${chosen.key}` : undefined}
          placeholder={t.paletteHint}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={keys}
        />
      </div>
      {entries.length === 0 ? (
        <p className={styles.none} role="status">
          {t.nothing}
        </p>
      ) : null}
      <div ref={options} id={list} role="listbox" aria-label={t.palette} className={styles.entries}>
        {entries.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={entry.key}
            id={`${list}-${entry.key}`}
            role="option"
            aria-selected={entry === chosen}
            tabIndex={-1}
            className={cx(styles.entry, entry === chosen && styles.chosen)}
            onClick={() => run(entry)}
          >
            <StudioIcon name={entry.icon} />
            <span>{entry.name}</span>
            {entry.hint ? <small>{entry.hint}</small> : null}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

const refused = (error: unknown) => showToast(sentenceOf(error), { problem: true });

const matches = (name: string, text: string): boolean => fold(name).includes(fold(text));
const fold = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** What matches a text: screens and actions of the studio, then what the server finds. */
function useEntries(text: string, onSignOut: () => void): Entry[] {
  const t = useWords(shellWords);
  const lang = useLang();
  const { user, site } = useSession();
  const { data } = useGet<Found>(text ? `search?${new URLSearchParams({ q: text })}` : "", {
    keep: true,
    off: !text,
  });
  const openSite = (link: string) => window.open(site.url + link, "_blank", "noreferrer");
  const own: Entry[] = [
    ...routes
      .filter((route) => route.icon && mayOpen(route, user.role))
      .map((route) => ({
        key: route.path,
        icon: route.icon ?? "arrow",
        name: route.name[lang],
        run: () => navigate(route.path),
      })),
    ...(site.mode === "embedded"
      ? [
          {
            key: "new-property",
            icon: "plus" as const,
            name: t.newProperty,
            run: () => void createProperty().catch(refused),
          },
        ]
      : []),
    { key: "site", icon: "globe" as const, name: t.site, run: () => openSite("/") },
    { key: "sign-out", icon: "arrow" as const, name: t.signOut, run: onSignOut },
  ].filter(({ name }) => matches(name, text));
  if (!text || !data) return own;
  const found: Entry[] = [
    ...data.properties.map((row) => ({
      key: `property-${row.id}`,
      icon: "built" as const,
      name: `${row.reference} ${row.title}`,
      hint: row.place,
      run: () => navigate(`/studio/properties/?${new URLSearchParams({ q: row.reference })}`),
    })),
    ...data.enquiries.map((enquiry) => ({
      key: `enquiry-${enquiry.label}`,
      icon: "mail" as const,
      name: enquiry.name,
      hint: enquiry.excerpt,
      run: () => navigate(`/studio/enquiries/${encodeURIComponent(enquiry.label)}/`),
    })),
    ...[...data.pages, ...data.people].map(({ name, hint, link }) => ({
      key: `link-${link}`,
      icon: "link" as const,
      name,
      hint: hint ?? link,
      run: () => openSite(link),
    })),
  ];
  return [...found, ...own];
}
