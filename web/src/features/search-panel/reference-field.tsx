import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { TextInput } from "../../ui/field/field.tsx";
import { Link } from "../navigation/link.tsx";
import { useNavigate } from "../navigation/navigation.ts";
import styles from "./reference-field.module.css";
import { isNew, labelOf, type ReferenceOption } from "./reference-lookup.ts";
import type { Missed } from "./use-reference-lookup.ts";
import { useSimilarReferences } from "./use-similar-references.ts";

interface ReferenceFieldProps {
  panel: SearchPanel;
  value: string;
  missed: Missed | undefined;
  /** What was missed is announced here: a toast outside an open dialog is not heard. */
  aloud: boolean;
  onType: (text: string) => void;
  /** Looks up a reference that is none of the options. */
  onLook: (reference: string) => void;
}

/**
 * ReferenceField takes the agency's code of a home: a combobox whose options are
 * the homes that come close, and a last one that looks up what was typed. Without
 * a script it is a text that the form sends as a filter.
 */
export function ReferenceField(props: ReferenceFieldProps) {
  const { panel, value, missed, aloud, onType, onLook } = props;
  const t = useT();
  const navigate = useNavigate();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const near = useSimilarReferences(panel, open ? value.trim() : "");
  const typed = value.trim();
  const choices = [
    ...near.map((option) => ({ key: option.link, text: labelOf(option), option })),
    ...(isNew(typed, near)
      ? [{ key: "", text: t("ui.search.searchReference", { reference: typed }), option: undefined }]
      : []),
  ];
  const shown = open && choices.length > 0;

  const list = useRef<HTMLDivElement>(null);
  const many = shown ? choices.length : 0;
  // All of it is brought into sight, and again when what comes close has come; then what is chosen is.
  useEffect(() => {
    if (many > 0) list.current?.scrollIntoView?.({ block: "nearest" });
  }, [many]);
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
    else onLook(typed);
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown ? choices[active] : undefined;
    if (step && typed !== "") {
      event.preventDefault();
      setOpen(true);
      // One place more than there are options: the text itself.
      const places = choices.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      choose(chosen.option);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault(); // the sheet around it stays open
      event.stopPropagation();
      close();
    } else if (event.key === "Tab" || event.key === "Enter") close();
  };

  return (
    <div className={styles.combobox}>
      <TextInput
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
          <Option
            key={key}
            id={`${id}-${index}`}
            text={text}
            active={index === active}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      {missed && typed === "" ? <MissedNote missed={missed} aloud={aloud} /> : null}
    </div>
  );
}

interface OptionProps {
  id: string;
  text: string;
  active: boolean;
  onChoose: () => void;
}

/** Option is one line of the list; the focus stays in the text field. */
function Option({ id, text, active, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the pattern moves aria-activedescendant instead
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={styles.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {text}
    </div>
  );
}

/** MissedNote says beside the field what the toast said, and offers what comes close. */
function MissedNote({ missed, aloud }: { missed: Missed; aloud: boolean }) {
  const t = useT();
  return (
    <div className={styles.missed} role={aloud ? "alert" : undefined}>
      <p>{missed.text}</p>
      {missed.near.length > 0 ? (
        <>
          <p>{t("ui.search.didYouMean")}</p>
          <ul>
            {missed.near.map((option) => (
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
