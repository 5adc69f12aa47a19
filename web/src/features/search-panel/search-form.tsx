import { useRef, useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { timing } from "../../lib/timing.ts";
import { Button } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { formLink } from "../navigation/form-link.ts";
import { GetForm } from "../navigation/get-form.tsx";
import { useNavigation } from "../navigation/navigation.ts";
import { choose, priceList, useChoices } from "./choices.ts";
import { ReferenceField } from "./reference-field.tsx";
import styles from "./search-panel.module.css";
import { SearchSelect } from "./search-select.tsx";
import { useReferenceLookup } from "./use-reference-lookup.ts";
import { useSearchPreview } from "./use-search-preview.ts";

export type SearchFormProps = {
  panel: SearchPanel;
  id?: string;
  className?: string | undefined;
  /** The results are on the same page. */
  results?: boolean;
  /** The form is in a sheet: all fields are visible, and the button has the result summary. */
  sheet?: { summary: string; close: () => void };
};

/** SearchForm is the form of a search panel: selects, reference field and button. */
export function SearchForm({ panel, id, className, results = false, sheet }: SearchFormProps) {
  const t = useT();
  const { forcedRefresh, navigate } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const [choices, setChoices] = useChoices(panel);
  const [reference, setReference] = useState("");
  const lookup = useReferenceLookup(panel, () => setReference(""));
  const preview = useSearchPreview(form, panel, choices);
  const fields = preview?.panel.fields ?? panel.fields;
  const main = fields.filter((field) => !field.advanced);
  const advanced = fields.filter((field) => field.advanced);

  // A chosen option clears the reference: a search has either filters or a reference.
  const onChoose = (name: string, value: string) => {
    setChoices(choose(fields, choices, name, value));
    setReference("");
    lookup.reset();
    refresh();
  };
  const clear = () => {
    setChoices({});
    setReference("");
    refresh();
  };
  // With forced refresh every change navigates at once; sheet, focus and scroll stay.
  const refresh = () => {
    if (!forcedRefresh) return;
    setTimeout(() => {
      if (!form.current) return;
      const scroll = results ? false : timing.searchScroll;
      navigate(formLink(form.current, panel.action), { scroll });
    });
  };
  const selects = (list: typeof fields) =>
    list.map((field) => (
      <SearchSelect
        key={field.name}
        field={field}
        prices={priceList(fields, choices)}
        choices={choices}
        onChoose={onChoose}
      />
    ));
  const summary = preview?.summary ?? sheet?.summary;

  return (
    <GetForm
      ref={form}
      role="search"
      id={id}
      action={panel.action}
      scrollTo={timing.searchScroll}
      className={className}
      aria-label={t("ui.search.label")}
      onSubmit={(event) => {
        if (reference.trim() === "") return sheet?.close();
        event.preventDefault();
        lookup.lookUp(reference.trim());
      }}
    >
      {panel.hidden?.map((field) => (
        <input key={field.name} type="hidden" name={field.name} value={field.value} />
      ))}
      <div className={styles.fields}>
        <div className={styles.main}>
          {selects(main)}
          {sheet ? null : (
            <Button type="submit" className={styles.submit}>
              <Icon name="search" />
              {t("ui.search.submit")}
            </Button>
          )}
        </div>
        <details className={styles.more} open={panel.advanced || sheet !== undefined}>
          <summary className={styles.summary}>
            <Icon name="sliders" />
            {t("ui.search.advanced")}
            <Icon name="down" className={styles.chevron} />
          </summary>
          <div className={styles.further}>
            {selects(advanced)}
            <ReferenceField
              panel={panel}
              value={reference}
              notFound={lookup.notFound}
              onType={setReference}
              announce={sheet !== undefined}
              onLookup={lookup.lookUp}
            />
          </div>
        </details>
      </div>
      {sheet ? (
        <div className={styles.foot}>
          <Button variant="text" onClick={clear}>
            {t("ui.search.clear")}
          </Button>
          <Button type="submit" className={styles.show}>
            {summary ? t("ui.search.show", { what: summary }) : t("ui.search.submit")}
          </Button>
        </div>
      ) : null}
    </GetForm>
  );
}
