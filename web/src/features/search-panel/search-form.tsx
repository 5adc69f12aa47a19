import { type RefObject, useEffect, useRef, useState } from "react";
import type { SearchPanel } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { Button } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { formLink } from "../navigation/form-link.ts";
import { GetForm } from "../navigation/get-form.tsx";
import { useNavigation } from "../navigation/navigation.ts";
import { prefetchForm } from "../navigation/prefetch-link.ts";
import { choose, priceList, useChoices } from "./choices.ts";
import { setPreviewSummary } from "./preview-summary.ts";
import { ReferenceField } from "./reference-field.tsx";
import styles from "./search-panel.module.css";
import { SearchSelects } from "./search-select.tsx";
import { useDismiss } from "./use-dismiss.ts";
import { useReferenceLookup } from "./use-reference-lookup.ts";
import { useSearchPreview } from "./use-search-preview.ts";

export type SearchFormProps = {
  panel: SearchPanel;
  id?: string | undefined;
  className?: string | undefined;
  /** The results are on the same page. */
  results?: boolean;
  /** One row; the advanced filters open over the page. */
  bar?: boolean;
  /** The search line of the panel, which the button submits when it has words. */
  line?: RefObject<HTMLElement | null>;
  /** The form is in a sheet: all fields are visible. summary is the result summary of the page. */
  sheet?: { summary: string; close: () => void };
};

/** SearchForm is the form of a search panel: selects, reference field and button. */
export function SearchForm({
  panel,
  id,
  className,
  results = false,
  bar = false,
  line,
  sheet,
}: SearchFormProps) {
  const t = useT();
  const { forcedRefresh, navigate, prefetcher } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const advancedPart = useRef<HTMLDetailsElement>(null);
  useDismiss(advancedPart, bar);
  const [choices, setChoices] = useChoices(panel);
  const [reference, setReference] = useState("");
  const lookup = useReferenceLookup(panel, () => setReference(""));
  const { changed, preview } = useSearchPreview(form, panel, choices);
  const fields = preview?.panel.fields ?? panel.fields;
  const main = fields.filter((field) => !field.advanced);
  const advanced = fields.filter((field) => field.advanced);

  useEffect(() => {
    const element = form.current;
    if (element && prefetcher)
      prefetchForm(element, () => formLink(element, panel.action), prefetcher);
  }, [panel.action, prefetcher]);

  // The list of results shows the new count too.
  const summary = preview?.summary;
  useEffect(() => {
    if (!results) return;
    setPreviewSummary(summary);
    return () => setPreviewSummary(undefined);
  }, [results, summary]);

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
    lookup.reset();
    refresh();
  };
  // With forced refresh every change navigates at once; sheet, focus and scroll stay.
  const refresh = () => {
    if (!forcedRefresh) return;
    setTimeout(() => {
      if (!form.current) return;
      const scroll = results ? false : "results";
      navigate(formLink(form.current, panel.action), { scroll });
    });
  };
  const selects = { prices: priceList(fields, choices), choices, onChoose };

  // The count of the chosen options; none while it loads, because the old one would be wrong.
  const shown = changed ? summary : sheet?.summary;
  const submitText = shown ? t("ui.search.show", { what: shown }) : t("ui.search.submit");
  const active = advanced.filter((field) => choices[field.name]).length;

  const advancedFields = (
    <details
      ref={advancedPart}
      className={styles.more}
      open={bar ? undefined : panel.advanced || sheet !== undefined}
    >
      <Advanced active={active} />
      <div className={styles.further}>
        <SearchSelects items={advanced} {...selects} />
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
  );
  const submit = <Submit variant={bar && results ? "sand" : "solid"} text={submitText} />;
  return (
    <GetForm
      ref={form}
      role="search"
      id={id}
      action={panel.action}
      scroll="results"
      className={cx(className, bar && styles.bar)}
      aria-label={t("ui.search.label")}
      onSubmit={(event) => {
        const words = line?.current?.querySelector("input");
        if (words?.value.trim()) {
          event.preventDefault();
          words.form?.requestSubmit();
          return;
        }
        if (reference.trim() === "") {
          if (bar) advancedPart.current?.removeAttribute("open");
          return sheet?.close();
        }
        event.preventDefault();
        lookup.lookUp(reference.trim());
      }}
    >
      {panel.hidden?.map((field) => (
        <input key={field.name} type="hidden" name={field.name} value={field.value} />
      ))}
      <div className={styles.fields}>
        <div className={styles.main}>
          <SearchSelects items={main} {...selects} />
          {bar ? advancedFields : null}
          {sheet ? null : submit}
        </div>
        {bar ? null : advancedFields}
      </div>
      {sheet ? (
        <div className={styles.foot}>
          <Button variant="text" onClick={clear}>
            {t("ui.search.clear")}
          </Button>
          <Button type="submit" className={styles.show}>
            {submitText}
          </Button>
        </div>
      ) : null}
    </GetForm>
  );
}

/** Advanced is the summary of the advanced filters with the number of active ones. */
const Advanced = cachedFragment(
  function Advanced({ active }: { active: number }) {
    const t = useT();
    return (
      <summary className={styles.summary}>
        <Icon name="sliders" />
        <span className={styles.moreText}>
          {active > 0 ? t("ui.search.advancedCount", { n: active }) : t("ui.search.advanced")}
        </span>
        <Icon name="down" className={styles.chevron} />
      </summary>
    );
  },
  { ofChrome: true, rest: ({ active }) => `${active}` },
);

type SubmitProps = { variant: "sand" | "solid"; text: string };

/** Submit is the button of the form outside a sheet. */
const Submit = cachedFragment(
  function Submit({ variant, text }: SubmitProps) {
    return (
      <Button type="submit" variant={variant} className={styles.submit}>
        <Icon name="search" />
        <span>{text}</span>
      </Button>
    );
  },
  { ofChrome: true, rest: ({ variant, text }) => `${variant} ${text}` },
);
