import { baseKeymap, setBlockType, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { useWords } from "../words/words.ts";
import { parse, schema, serialise } from "./markup.ts";
import styles from "./rich-text.module.css";
import { richTextWords } from "./rich-text-words.ts";

export type RichTextProps = {
  id: string;
  label: string;
  lang: string | undefined;
  value: string;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (markup: string) => void;
};

const { nodes, marks } = schema;

const keys = keymap({
  "Mod-z": undo,
  "Mod-y": redo,
  "Shift-Mod-z": redo,
  "Mod-b": toggleMark(marks.strong),
  "Mod-i": toggleMark(marks.em),
  "Shift-Enter": (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
    return true;
  },
  Enter: splitListItem(nodes.list_item),
  "Mod-[": liftListItem(nodes.list_item),
  "Mod-]": sinkListItem(nodes.list_item),
});

const stateOf = (markup: string): EditorState =>
  EditorState.create({ doc: parse(markup), plugins: [history(), keys, keymap(baseKeymap)] });

/** What the selection has, for the buttons. */
type Look = { strong: boolean; em: boolean; link: string | null; block: string; empty: boolean };

function lookOf(state: EditorState): Look {
  const { from, to, empty, $from } = state.selection;
  const has = (mark: typeof marks.strong) =>
    empty
      ? Boolean(mark.isInSet(state.storedMarks ?? $from.marks()))
      : state.doc.rangeHasMark(from, to, mark);
  const list = $from.depth > 1 ? $from.node(-2).type.name : "";
  const { type, attrs } = $from.parent;
  return {
    strong: has(marks.strong),
    em: has(marks.em),
    link: has(marks.link) ? (linkAt(state)?.href ?? "") : null,
    block: list.endsWith("_list") ? list : type === nodes.heading ? `h${attrs.level}` : "p",
    empty,
  };
}

/** The link at the selection with its extent. */
function linkAt(state: EditorState): { href: string; from: number; to: number } | null {
  const { from, to, empty } = state.selection;
  let found: { href: string; from: number; to: number } | null = null;
  const size = state.doc.content.size;
  state.doc.nodesBetween(
    Math.max(0, from - 1),
    Math.min(size, to + (empty ? 1 : 0)),
    (node, at) => {
      const mark = node.isText ? marks.link.isInSet(node.marks) : undefined;
      if (mark && !found) found = { href: mark.attrs.href, from: at, to: at + node.nodeSize };
    },
  );
  return found;
}

/** RichText edits a text as its readers see it. An untouched text is not written again. */
export function RichText(props: RichTextProps) {
  const { id, label, lang, value, invalid, describedBy } = props;
  const t = useWords(richTextWords);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const written = useRef(value);
  const [look, setLook] = useState<Look>(() => lookOf(stateOf(value)));
  const [link, setLink] = useState<string | null>(null);
  const title = useId();
  const changed = useEffectEvent((state: EditorState) => {
    written.current = serialise(state.doc);
    props.onChange(written.current);
  });
  const create = useEffectEvent((element: HTMLElement) => {
    const created = new EditorView(element, {
      state: stateOf(value),
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": title,
        ...(lang ? { lang } : {}),
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
      },
      dispatchTransaction: (transaction) => {
        const state = created.state.apply(transaction);
        created.updateState(state);
        setLook((before) => {
          const next = lookOf(state);
          return JSON.stringify(next) === JSON.stringify(before) ? before : next;
        });
        if (transaction.docChanged) changed(state);
      },
    });
    return created;
  });
  useEffect(() => {
    if (!place.current) return;
    const created = create(place.current);
    view.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => {
    // The form has been loaded again, or its changes are discarded.
    if (value === written.current) return;
    written.current = value;
    view.current?.updateState(stateOf(value));
  }, [value]);
  const run = (command: Command) => {
    const now = view.current;
    if (!now) return;
    command(now.state, now.dispatch);
    now.focus();
  };
  const setHref = (href: string) => {
    const now = view.current;
    setLink(null);
    if (!now) return;
    const at = linkAt(now.state) ?? now.state.selection;
    const change = now.state.tr.removeMark(at.from, at.to, marks.link);
    if (href) change.addMark(at.from, at.to, marks.link.create({ href }));
    now.dispatch(change);
    now.focus();
  };
  const list = (name: "bullet_list" | "ordered_list") =>
    run(look.block === name ? liftListItem(nodes.list_item) : wrapInList(nodes[name]));
  const block = (level: number) =>
    run(
      look.block === `h${level}`
        ? setBlockType(nodes.paragraph)
        : setBlockType(nodes.heading, { level }),
    );
  const buttons: {
    name: string;
    sign: string;
    pressed?: boolean;
    off?: boolean;
    act: () => void;
  }[] = [
    { name: t.strong, sign: "B", pressed: look.strong, act: () => run(toggleMark(marks.strong)) },
    { name: t.em, sign: "I", pressed: look.em, act: () => run(toggleMark(marks.em)) },
    {
      name: t.link,
      sign: "↗",
      pressed: look.link !== null,
      off: look.empty && look.link === null,
      act: () => setLink(look.link ?? ""),
    },
    { name: t.heading, sign: "H", pressed: look.block === "h2", act: () => block(2) },
    { name: t.subheading, sign: "h", pressed: look.block === "h3", act: () => block(3) },
    {
      name: t.bullets,
      sign: "•",
      pressed: look.block === "bullet_list",
      act: () => list("bullet_list"),
    },
    {
      name: t.numbers,
      sign: "1.",
      pressed: look.block === "ordered_list",
      act: () => list("ordered_list"),
    },
    { name: t.undo, sign: "↶", act: () => run(undo) },
    { name: t.redo, sign: "↷", act: () => run(redo) },
  ];
  return (
    <div className={styles.rich} data-invalid={invalid || undefined}>
      <p id={title} className={styles.label}>
        {label}
      </p>
      <div role="toolbar" aria-label={t.toolbar(label)} className={styles.toolbar}>
        {buttons.map(({ name, sign, pressed, off, act }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={pressed}
            disabled={off}
            // The selection stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={act}
          >
            <span aria-hidden="true" data-sign={sign} />
          </button>
        ))}
      </div>
      {link === null ? null : (
        <div className={styles.link}>
          <TextInput
            label={t.address}
            value={link}
            autoFocus
            inputMode="url"
            onChange={(event) => setLink(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== "Escape") return;
              event.preventDefault();
              event.stopPropagation();
              if (event.key === "Enter") setHref(link.trim());
              else setLink(null);
            }}
          />
          <Button size="small" onClick={() => setHref(link.trim())}>
            {t.setLink}
          </Button>
        </div>
      )}
      <div ref={place} className={styles.text} />
    </div>
  );
}
