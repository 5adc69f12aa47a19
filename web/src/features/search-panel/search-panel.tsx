import { useRef, useState } from "react";
import type { SearchPanel as SearchPanelData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { cachedFragment } from "../../lib/cached-fragment.tsx";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { Button, IconButton } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { closeOverlay, openOverlay, useOverlay } from "../navigation/overlay.ts";
import { SearchForm } from "./search-form.tsx";
import styles from "./search-panel.module.css";
import { SentenceForm } from "./sentence-form.tsx";

export type SearchPanelProps = {
  panel: SearchPanelData;
  /** over: a card over the header's picture. */
  look?: "plain" | "over";
};

/**
 * SearchPanel is the search form as a card, with the search line where the View has an address for
 * it. They are one search with one button: a line that has words is searched. It works without scripts, its state is in the link, and the server counts the results of every
 * option.
 */
export function SearchPanel({ panel, look = "plain" }: SearchPanelProps) {
  const line = useRef<HTMLDivElement>(null);
  return (
    <div className={cx(styles.panel, styles[look])}>
      {panel.sentence ? (
        <div ref={line} className={styles.above}>
          <SentenceForm action={panel.sentence} quiet />
        </div>
      ) : null}
      <SearchForm panel={panel} line={line} />
    </div>
  );
}

export type SearchBarProps = {
  panel: SearchPanelData;
  /** The id of the form, for controls outside it; one panel per page has it. */
  id?: string | undefined;
  /** The result summary of the active filters, on a page of results. */
  summary?: string | undefined;
};

/** Below the breakpoint menu of styles/media.css. */
const NARROW = "(width < 1024px)";

/**
 * SearchBar is the search form in one row below the header. On a page of results it stays in reach
 * while the page scrolls, and on narrow screens it is a button that opens the form as a sheet.
 */
export function SearchBar({ panel, id, summary }: SearchBarProps) {
  const narrow = useMediaQuery(NARROW);
  if (summary === undefined) {
    return (
      <div className={styles.panel}>
        <SearchForm panel={panel} id={id} bar className={styles.form} />
      </div>
    );
  }
  // The button stays the same element, so that a press from before hydration finds it.
  return (
    <div className={cx(styles.panel, !narrow && styles.folds)}>
      <OpenSheet count={panel.chips.length} />
      {narrow ? (
        <SearchSheet panel={panel} id={id} summary={summary} />
      ) : (
        <SearchForm panel={panel} id={id} results bar className={styles.form} />
      )}
    </div>
  );
}

type SearchSheetProps = Omit<SearchBarProps, "summary"> & { summary: string };

/** The name of the sheet as an overlay. */
const SHEET = "filters";

/** SearchSheet is the form in a dialog, as tall as the window. */
function SearchSheet({ summary, ...rest }: SearchSheetProps) {
  const t = useT();
  const open = useOverlay() === SHEET;
  const close = () => closeOverlay(SHEET);
  // A sheet that closes forgets the options that were not submitted: its form gets another key.
  const [{ shown, closings }, setHistory] = useState({ shown: open, closings: 0 });
  if (shown !== open) setHistory({ shown: open, closings: open ? closings : closings + 1 });
  return (
    <Dialog open={open} onClose={close} label={t("ui.search.filters")} kind="drawer">
      <div className={styles.sheet}>
        <div className={styles.head}>
          <p className={styles.title}>{t("ui.search.filters")}</p>
          <IconButton label={t("ui.search.close")} onClick={close}>
            <Icon name="close" />
          </IconButton>
        </div>
        {rest.panel.sentence ? (
          <div className={styles.sheetSentence}>
            <SentenceForm action={rest.panel.sentence} onSubmit={close} />
          </div>
        ) : null}
        <SearchForm
          key={closings}
          {...rest}
          results
          sheet={{ summary, close }}
          className={styles.sheetForm}
        />
      </div>
    </Dialog>
  );
}

type OpenSheetProps = { count: number };

/**
 * OpenSheet is the button that replaces the form on narrow screens, in the server's HTML too. It
 * opens the sheet by its name, also before the sheet is rendered. count is that of the active filters.
 */
const OpenSheet = cachedFragment(
  function OpenSheet({ count }: OpenSheetProps) {
    const t = useT();
    const open = useOverlay() === SHEET;
    return (
      <Button
        variant="sand"
        wide
        className={styles.open}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => openOverlay(SHEET)}
      >
        <Icon name="sliders" />
        {count > 0 ? t("ui.search.filtersCount", { n: count }) : t("ui.search.filters")}
      </Button>
    );
  },
  { ofChrome: true, rest: ({ count }) => `${count}` },
);
