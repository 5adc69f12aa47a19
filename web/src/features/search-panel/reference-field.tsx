import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { TextInput } from "../../ui/field/field.tsx";
import { Link } from "../navigation/link.tsx";
import { useNavigate } from "../navigation/navigation.ts";
import { ListOption } from "./list-option.tsx";
import styles from "./reference-field.module.css";
import { isNewReference, labelOf, type ReferenceOption } from "./reference-lookup.ts";
import type { NotFound } from "./use-reference-lookup.ts";
import { useSimilarReferences } from "./use-similar-references.ts";

export type ReferenceFieldProps = {
  panel: SearchPanel;
  value: string;
  notFound: NotFound | undefined;
  /** Announces notFound here: a toast outside an open dialog is not announced. */
  announce: boolean;
  onType: (text: string) => void;
  /** Looks up a reference that is not an option. */
  onLookup: (reference: string) => void;
};

/**
 * ReferenceField is a combobox for the agency's reference of a property. Its options are properties
 * with similar references, and a last one that looks up the typed text. Without scripts it is a text
 * field that the form sends as a filter.
 */
export function ReferenceField(props: ReferenceFieldProps) {
  return <CachedField {...props} id={useId()} />;
}

type ComboboxProps = ReferenceFieldProps & { id: string };

/** It is the same on all pages until the visitor types. */
const CachedField = cachedFragment(Combobox, {
  ofChrome: true,
  rest: ({ id }) => id,
  functions: true,
  uncached: ({ value, notFound }) => value !== "" || notFound !== undefined,
});

function Combobox(props: ComboboxProps) {
  const { panel, value, notFound, announce, onType, onLookup, id } = props;
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const similar = useSimilarReferences(panel, open ? value.trim() : "");
  const typed = value.trim();
  const choices = [
    ...similar.map((option) => ({ key: option.link, text: labelOf(option), option })),
    ...(isNewReference(typed, similar)
      ? [{ key: "", text: t("ui.search.searchReference", { reference: typed }), option: undefined }]
      : []),
  ];
  const shown = open && choices.length > 0;

  const list = useRef<HTMLDivElement>(null);
  const count = shown ? choices.length : 0;
  // Scrolls the list into view when its options change, and the active option when it changes.
  useEffect(() => {
    if (count > 0) list.current?.scrollIntoView?.({ block: "nearest" });
  }, [count]);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: ReferenceOption | undefined) => {
    close();
    if (option) navigate(option.link);
    else onLookup(typed);
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown ? choices[active] : undefined;
    if (step && typed !== "") {
      event.preventDefault();
      setOpen(true);
      // One position more than options: the text field itself.
      const positions = choices.length + 1;
      setActive(((active + 1 + step + positions) % positions) - 1);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      choose(chosen.option);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault(); // the sheet around the list stays open
      event.stopPropagation();
      close();
    } else if (event.key === "Tab" || event.key === "Enter") close();
  };

  return (
    <div className={styles.combobox}>
      <TextInput
        id={id}
        label={t("ui.search.reference")}
        name="search_reference"
        placeholder={t("ui.search.writeReference")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={keys}
        onBlur={close}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("ui.search.reference")}
        className={styles.list}
        hidden={!shown}
      >
        {choices.map(({ key, text, option }, index) => (
          <ListOption
            key={key}
            id={`${id}-${index}`}
            active={index === active}
            onChoose={() => choose(option)}
            className={styles.option}
          >
            {text}
          </ListOption>
        ))}
      </div>
      {notFound && typed === "" ? <NotFoundNote notFound={notFound} announce={announce} /> : null}
    </div>
  );
}

type NotFoundNoteProps = { notFound: NotFound; announce: boolean };

/** NotFoundNote repeats the toast at the field, with links to similar references. */
function NotFoundNote({ notFound, announce }: NotFoundNoteProps) {
  const t = useT();
  return (
    <div className={styles.missed} role={announce ? "alert" : undefined}>
      <p>{notFound.text}</p>
      {notFound.similar.length > 0 ? (
        <>
          <p>{t("ui.search.didYouMean")}</p>
          <ul>
            {notFound.similar.map((option) => (
              <li key={option.link}>
                <Link link={option.link} className={styles.near}>
                  {labelOf(option)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
