import { useEffect } from "react";

const FIELDS = "input, textarea, select, dialog, [role=menu], [contenteditable]";

/** The row with the focus, or null. */
const rowOf = (element: Element | null) => element?.closest<HTMLElement>("[data-row]") ?? null;

function focusRow(row: Element | null | undefined) {
  row?.querySelector<HTMLElement>("[data-row-link]")?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

/** Moves by one row; without a row to the first one. */
function move(step: 1 | -1) {
  const rows = [...document.querySelectorAll("[data-row]")];
  const row = rowOf(document.activeElement);
  const at = row ? rows.indexOf(row) : -1;
  focusRow(rows[row ? at + step : 0]);
}

/**
 * The keys of rows: ↓ ↑ or j k move, e opens the form, p the price, s the state. Enter is the browser's: the focus is on
 * the link to the form. Fields and menus keep their own keys.
 */
export function useRowKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isSearch = target.matches("input[type=search]");
      if (
        !isSearch &&
        (target.closest(FIELDS) || document.querySelector("dialog[open], [role=menu]"))
      )
        return;
      const row = rowOf(target);
      if (event.key === "ArrowDown" && (row || isSearch)) move(1);
      else if (isSearch) return;
      else if (event.key === "ArrowUp" && row) move(-1);
      else if (event.key === "j") move(1);
      else if (event.key === "k") move(-1);
      else if (event.key === "e" && row) row.querySelector<HTMLElement>("[data-row-link]")?.click();
      else if (event.key === "p" && row) row.querySelector<HTMLElement>("[data-price]")?.click();
      else if (event.key === "s" && row)
        row.querySelector<HTMLElement>("[data-state-menu]")?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
