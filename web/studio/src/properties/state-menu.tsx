import { Menu } from "@base-ui/react/menu";
import { useRef } from "react";
import { createStore, useStore } from "../../../src/lib/store.ts";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { sentenceOf } from "../api/failure.ts";
import type { PropertyRow } from "../generated/api.ts";
import { showToast } from "../parts/toast.tsx";
import { useWords } from "../words/words.ts";
import { changeState } from "./change.ts";
import styles from "./properties.module.css";
import { propertyWords } from "./words.ts";

/** The states, the most available first, as content.Availabilities. */
export const STATES = ["available", "under_offer", "reserved", "sold", "let", "withdrawn"];

/** The row whose menu is open. There is one menu for all rows, because fifty would be slow to render. */
const open = createStore<{ row: PropertyRow; button: HTMLElement } | null>(null);

/** StateButton shows the state of a row; a press opens the menu. */
export function StateButton({ row }: { row: PropertyRow }) {
  const t = useWords(propertyWords);
  const name = t.states[row.state] ?? row.state;
  if (!row.may) {
    return (
      <span className={styles.state} data-state={row.state}>
        {name}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.state}
      data-state={row.state}
      data-state-menu=""
      aria-haspopup="menu"
      aria-label={t.changeState(row.reference, name)}
      onClick={(event) => open.set({ row, button: event.currentTarget })}
    >
      {name}
      <Icon name="down" />
    </button>
  );
}

/** StateMenu is the menu of the row whose button was pressed: one more press chooses. */
export function StateMenu() {
  const t = useWords(propertyWords);
  const now = useStore(open, null);
  // The popup stays for a moment while it closes.
  const last = useRef(now);
  last.current = now ?? last.current;
  const { row, button } = last.current ?? {};
  if (!row) return null;
  const choose = (state: string) => {
    if (state === row.state) return;
    changeState(row, state).catch((error) => showToast(sentenceOf(error), { problem: true }));
  };
  return (
    <Menu.Root open={now !== null} onOpenChange={(opens) => opens || open.set(null)} modal={false}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={button ?? null}
          align="start"
          sideOffset={4}
          className={styles.positioner}
        >
          <Menu.Popup
            className={styles.menu}
            data-floats=""
            aria-label={t.changeState(row.reference, t.states[row.state] ?? row.state)}
            finalFocus={() => button ?? null}
          >
            <Menu.RadioGroup value={row.state} onValueChange={choose}>
              {STATES.map((state) => (
                <Menu.RadioItem key={state} value={state} closeOnClick className={styles.item}>
                  <span className={styles.dot} data-state={state} />
                  {t.states[state]}
                  <Menu.RadioItemIndicator>
                    <Icon name="check" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
