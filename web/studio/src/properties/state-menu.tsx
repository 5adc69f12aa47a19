import { Menu } from "@base-ui/react/menu";
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

/** StateMenu shows the state of a row and changes it: one click opens it, one chooses. */
export function StateMenu({ row }: { row: PropertyRow }) {
  const t = useWords(propertyWords);
  const name = t.states[row.state] ?? row.state;
  if (!row.may) {
    return (
      <span className={styles.state} data-state={row.state}>
        {name}
      </span>
    );
  }
  const choose = (state: string) => {
    if (state === row.state) return;
    changeState(row, state).catch((error) => showToast(sentenceOf(error), { problem: true }));
  };
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={styles.state}
        data-state={row.state}
        data-state-menu=""
        aria-label={t.changeState(row.reference, name)}
      >
        {name}
        <Icon name="down" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={4} className={styles.positioner}>
          <Menu.Popup className={styles.menu} data-floats="">
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
