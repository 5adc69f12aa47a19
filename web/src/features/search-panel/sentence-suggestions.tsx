import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Completion, CompletionResponse } from "../../generated/view.ts";
import { timing } from "../../lib/timing.ts";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import { ListOption } from "./list-option.tsx";
import styles from "./sentence-suggestions.module.css";

export type SentenceSuggestionsProps = {
  /** The address of the search line. */
  action: string;
  /** The text field, which becomes a combobox. */
  field: RefObject<HTMLInputElement | null>;
};

/** Shorter texts have no suggestions. */
const MIN_LENGTH = 2;

/** The width in px up to which the list of a narrow field is as wide as the form. */
const LIST_WIDTH = 420;

/** The distance in px that stays between the field and the top of the window, for the header. */
const SCROLL_MARGIN = 120;

const none: CompletionResponse = { status: "", label: "", completions: [] };

/**
 * SentenceSuggestions makes the text field of the search line a combobox with list autocomplete and
 * manual selection. The field keeps the focus and its value; an option replaces the value, and Enter
 * without an option submits the form.
 */
export default function SentenceSuggestions({ action, field }: SentenceSuggestionsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(() => field.current?.value ?? "");
  const [open, setOpen] = useState(true);
  const [active, setActive] = useState(-1);
  const response = useCompletions(action, open ? text : "");
  // Until the response for a longer text arrives, only the options stay that complete it too.
  const options = response.completions.filter(({ line }) =>
    line.toLowerCase().startsWith(response.text === text ? "" : text.toLowerCase()),
  );
  const shown = open && options.length > 0;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = ({ line }: Completion) => {
    const input = field.current;
    if (!input) return;
    input.value = line;
    setText(line);
    close();
    input.focus();
    input.setSelectionRange(line.length, line.length);
    input.scrollLeft = input.scrollWidth;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const chosen = shown ? options[active] : undefined;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (event.altKey) {
        if (step > 0) setOpen(true);
        else close();
      } else if (!shown) setOpen(true);
      else {
        // One position more than options: the text field itself.
        const positions = options.length + 1;
        setActive(((active + 1 + step + positions) % positions) - 1);
      }
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault(); // the sheet around the form stays open
      event.stopPropagation();
      close();
    } else if (event.key === "Home" || event.key === "End") setActive(-1);
    else if (event.key === "Tab" || event.key === "Enter") close();
  };
  const onInput = () => {
    setText(field.current?.value ?? "");
    setActive(-1);
    setOpen(true);
  };

  // The field is rendered without this chunk, so its handlers and attributes are set here.
  useEffect(() => {
    const input = field.current;
    const form = input?.form;
    input?.addEventListener("input", onInput);
    input?.addEventListener("keydown", onKeyDown);
    input?.addEventListener("blur", close);
    form?.addEventListener("submit", close);
    return () => {
      input?.removeEventListener("input", onInput);
      input?.removeEventListener("keydown", onKeyDown);
      input?.removeEventListener("blur", close);
      form?.removeEventListener("submit", close);
    };
  });
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", `${id}-list`);
    input.setAttribute("aria-expanded", String(shown));
    if (shown && active >= 0) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
  }, [field, id, shown, active]);

  // A popover, because the header clips what is outside of it.
  useLayoutEffect(() => {
    const box = list.current;
    if (!box || !shown) return;
    const place = () => {
      const at = field.current?.getBoundingClientRect();
      const form = field.current?.form?.getBoundingClientRect();
      if (!at || !form) return;
      box.style.top = `${at.bottom}px`;
      box.style.left = `${at.left}px`;
      box.style.width = `${Math.max(at.width, Math.min(form.right - at.left, LIST_WIDTH))}px`;
    };
    place();
    box.showPopover();
    // The list begins at the field; as much of it as fits is scrolled into the window.
    const hidden =
      box.getBoundingClientRect().bottom - (window.visualViewport?.height ?? innerHeight);
    const room = (field.current?.getBoundingClientRect().top ?? 0) - SCROLL_MARGIN;
    if (hidden > 0 && room > 0) scrollBy({ top: Math.min(hidden + 8, room), behavior: "instant" });
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
      if (box.isConnected) box.hidePopover();
    };
  }, [field, shown]);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  return (
    <>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={response.label}
        popover="manual"
        className={styles.list}
      >
        {shown
          ? options.map((option, index) => (
              <ListOption
                key={option.line}
                id={`${id}-${index}`}
                active={index === active}
                onChoose={() => choose(option)}
                className={styles.option}
              >
                <span className={styles.text}>{option.text}</span>{" "}
                <span className={styles.kind}>{option.kind}</span>{" "}
                {option.count ? <span className={styles.count}>{option.count}</span> : null}
              </ListOption>
            ))
          : null}
      </div>
      <div role="status">
        <VisuallyHidden>{open && response.text === text ? response.status : ""}</VisuallyHidden>
      </div>
    </>
  );
}

/** The last completions with the text that they are of; a new text aborts the request of the last one. */
function useCompletions(action: string, text: string): CompletionResponse & { text: string } {
  const [result, setResult] = useState({ ...none, text: "" });
  useEffect(() => {
    if (text.trim().length < MIN_LENGTH) {
      setResult({ ...none, text });
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchCompletions(action, text, abort.signal).then(
        (response) => {
          if (!abort.signal.aborted) setResult({ ...response, text });
        },
        () => {
          // Suggestions are optional: the form works without them.
          if (!abort.signal.aborted) setResult({ ...none, text });
        },
      );
    }, timing.typingDebounce);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [action, text]);
  return result;
}

async function fetchCompletions(
  action: string,
  text: string,
  signal: AbortSignal,
): Promise<CompletionResponse> {
  const response = await fetch(`/_suggest${action}?${new URLSearchParams({ q: text })}`, {
    headers: { accept: "application/json" },
    signal,
  });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return (await response.json()) as CompletionResponse;
}
