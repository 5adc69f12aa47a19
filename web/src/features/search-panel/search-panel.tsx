import { useRef } from "react";
import type { SearchPanel as SearchPanelData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { GetForm } from "../navigation/get-form.tsx";
import { Link } from "../navigation/link.tsx";
import { ReferenceField } from "./reference-field.tsx";
import styles from "./search-panel.module.css";
import { SearchSelect } from "./search-select.tsx";
import { useReferenceLookup } from "./use-reference-lookup.ts";

interface SearchPanelProps {
  panel: SearchPanelData;
  /** Lets controls elsewhere belong to the form; one panel a page has it. */
  id?: string;
  /** Every change of a filter navigates at once (a setting of the agency). */
  forcedRefresh?: boolean;
  /** over: the card that stands on the picture of the home page. */
  look?: "plain" | "over";
}

/**
 * SearchPanel is a plain form: it works before the script, its state is in the
 * address, and the server counts what every option would leave.
 */
export function SearchPanel({
  panel,
  id,
  forcedRefresh = false,
  look = "plain",
}: SearchPanelProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const lookup = useReferenceLookup(panel);
  const first = panel.fields.filter((field) => !field.advanced);
  const further = panel.fields.filter((field) => field.advanced);

  const changed = () => {
    clearReference(form.current);
    if (forcedRefresh) form.current?.requestSubmit();
  };

  return (
    <div className={cx(styles.panel, styles[look])}>
      <GetForm
        ref={form}
        role="search"
        id={id}
        action={panel.action}
        scrollTo={200}
        className={styles.form}
        aria-label={t("ui.search.label")}
        onSubmit={lookup}
      >
        {panel.hidden?.map((field) => (
          <input key={field.name} type="hidden" name={field.name} value={field.value} />
        ))}
        <div className={styles.main}>
          {first.map((field) => (
            <SearchSelect key={field.name} field={field} onChoose={changed} />
          ))}
          <Button type="submit" className={styles.submit}>
            <Icon name="search" />
            {t("ui.search.submit")}
          </Button>
        </div>
        <details className={styles.more} open={panel.advanced}>
          <summary className={styles.summary}>
            <Icon name="sliders" />
            {t("ui.search.advanced")}
            <Icon name="down" className={styles.chevron} />
          </summary>
          <div className={styles.further}>
            {further.map((field) => (
              <SearchSelect key={field.name} field={field} onChoose={changed} />
            ))}
            <ReferenceField />
          </div>
        </details>
      </GetForm>
      <Chips panel={panel} />
    </div>
  );
}

/** Chips are the filters in force, and what the address said that nobody understood. */
function Chips({ panel }: { panel: SearchPanelData }) {
  const t = useT();
  const hints = panel.hints ?? [];
  if (panel.chips.length === 0 && hints.length === 0) return null;
  return (
    <div className={styles.state}>
      {panel.chips.length > 0 ? (
        <ul className={styles.chips} aria-label={t("ui.search.inForce")}>
          {panel.chips.map((chip) => (
            <li key={chip.text}>
              <Link
                link={chip.href}
                className={styles.chip}
                aria-label={t("ui.search.remove", { filter: chip.text })}
              >
                {chip.text}
                <Icon name="close" className={styles.cross} />
              </Link>
            </li>
          ))}
          <li>
            <Link link={panel.clear} className={styles.clear}>
              {t("ui.search.clear")}
            </Link>
          </li>
        </ul>
      ) : null}
      {hints.map((hint) => (
        <p key={hint} className={styles.hint}>
          {hint}
        </p>
      ))}
    </div>
  );
}

/** Choosing an option empties the text field beside it: one question at a time. */
function clearReference(form: HTMLFormElement | null) {
  const field = form?.elements.namedItem("search_reference");
  if (field instanceof HTMLInputElement) field.value = "";
}
