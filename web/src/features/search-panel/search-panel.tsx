import type { SearchPanel as SearchPanelData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { Button, IconButton } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { closeOverlay, openOverlay, useOverlay } from "../navigation/overlay.ts";
import { Chips } from "./chips.tsx";
import { SearchForm } from "./search-form.tsx";
import styles from "./search-panel.module.css";
import { SentenceForm } from "./sentence-form.tsx";

export type SearchPanelProps = {
  panel: SearchPanelData;
  /** The id of the form, for controls outside it; one panel per page has it. */
  id?: string;
  /** over: a card over the header's picture. */
  look?: "plain" | "over";
  /** The result summary of the active filters. With it the panel is a sheet on phones. */
  summary?: string | undefined;
};

/** Below the breakpoint md of styles/media.css. */
const PHONE = "(width < 768px)";

/**
 * SearchPanel is the search form with its active filters. It works without scripts, its state is in
 * the link, and the server counts the results of every option. On phones a panel with summary is a
 * full-screen sheet.
 */
export function SearchPanel({ look = "plain", summary, ...rest }: SearchPanelProps) {
  const phone = useMediaQuery(PHONE);
  const hasSheet = summary !== undefined;
  if (hasSheet && phone) return <SearchSheet {...rest} summary={summary} look={look} />;
  return (
    <div className={cx(styles.panel, styles[look], hasSheet && styles.folds)}>
      {hasSheet ? <Sentence panel={rest.panel} /> : null}
      {hasSheet ? <OpenSheet panel={rest.panel} /> : null}
      <SearchForm {...rest} results={hasSheet} className={styles.form} />
      <Chips panel={rest.panel} />
      {hasSheet ? null : <Sentence panel={rest.panel} />}
    </div>
  );
}

type SearchSheetProps = Omit<SearchPanelProps, "look" | "summary"> & {
  look: "plain" | "over";
  summary: string;
};

/** The name of the sheet as an overlay. */
const SHEET = "filters";

/** SearchSheet is the form in a full-screen dialog. */
function SearchSheet({ look, summary, ...rest }: SearchSheetProps) {
  const t = useT();
  const open = useOverlay() === SHEET;
  const close = () => closeOverlay(SHEET);
  return (
    <div className={cx(styles.panel, styles[look])}>
      <Sentence panel={rest.panel} />
      <OpenSheet panel={rest.panel} open={open} onOpen={() => openOverlay(SHEET)} />
      <Chips panel={rest.panel} />
      <Dialog open={open} onClose={close} label={t("ui.search.filters")} kind="screen">
        <div className={styles.sheet}>
          <div className={styles.head}>
            <p className={styles.title}>{t("ui.search.filters")}</p>
            <IconButton label={t("ui.search.close")} onClick={close}>
              <Icon name="close" />
            </IconButton>
          </div>
          <SearchForm {...rest} results sheet={{ summary, close }} className={styles.sheetForm} />
        </div>
      </Dialog>
    </div>
  );
}

type OpenSheetProps = {
  panel: SearchPanelData;
  open?: boolean;
  onOpen?: () => void;
};

/** OpenSheet is the button that replaces the form on phones, in the server's HTML too. */
function OpenSheet({ panel, open = false, onOpen }: OpenSheetProps) {
  const t = useT();
  const count = panel.chips.length;
  return (
    <Button
      variant="line"
      wide
      className={styles.open}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={onOpen}
    >
      <Icon name="sliders" />
      {count > 0 ? t("ui.search.filtersCount", { n: count }) : t("ui.search.filters")}
    </Button>
  );
}

/** Sentence is the search line, where the View has an address for it. */
function Sentence({ panel }: Pick<SearchPanelProps, "panel">) {
  return panel.sentence ? <SentenceForm action={panel.sentence} /> : null;
}
