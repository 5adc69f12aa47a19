import { useState } from "react";
import type { SearchPanel as SearchPanelData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { Button, IconButton } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Chips } from "./chips.tsx";
import { SearchForm } from "./search-form.tsx";
import styles from "./search-panel.module.css";

interface SearchPanelProps {
  panel: SearchPanelData;
  /** Lets controls elsewhere belong to the form; one panel a page has it. */
  id?: string;
  /** over: the card that stands on the picture of the home page. */
  look?: "plain" | "over";
  /** What the filters in force find, in words. With it the panel folds into a sheet on phones. */
  summary?: string | undefined;
}

/** Below the breakpoint md of styles/media.css. */
const PHONE = "(width < 768px)";

/**
 * SearchPanel is a plain form: it works before the script, its state is in the
 * address, and the server counts what every option would leave. Where one
 * searches with a phone, it is a sheet of its own.
 */
export function SearchPanel({ look = "plain", summary, ...rest }: SearchPanelProps) {
  const phone = useMediaQuery(PHONE);
  const folds = summary !== undefined;
  if (folds && phone) return <SearchSheet {...rest} summary={summary} look={look} />;
  return (
    <div className={cx(styles.panel, styles[look], folds && styles.folds)}>
      {folds ? <OpenSheet panel={rest.panel} /> : null}
      <SearchForm {...rest} results={folds} className={styles.form} />
      <Chips panel={rest.panel} />
    </div>
  );
}

type SearchSheetProps = Omit<SearchPanelProps, "look" | "summary"> & {
  look: "plain" | "over";
  summary: string;
};

/** SearchSheet covers the phone with the form; its button says what one will see. */
function SearchSheet({ look, summary, ...rest }: SearchSheetProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={cx(styles.panel, styles[look])}>
      <OpenSheet panel={rest.panel} open={open} onOpen={() => setOpen(true)} />
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

interface OpenSheetProps {
  panel: SearchPanelData;
  open?: boolean;
  onOpen?: () => void;
}

/** OpenSheet stands in the form's place on a phone, from the first paint on. */
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
