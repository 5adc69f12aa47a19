import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "./read-more.module.css";

export type ReadMoreProps = {
  /** Collapses the text; false renders it as it is. */
  long: boolean;
  /** The number of visible lines while collapsed; default about ten. */
  lines?: number;
  children: ReactNode;
};

/** ReadMore collapses a long text. Without scripts, in print and for search engines it is complete. */
export function ReadMore({ long, lines, children }: ReadMoreProps) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  if (!long) return children;
  return (
    <>
      <div
        id={id}
        className={cx(styles.text, !open && styles.folded)}
        style={lines ? ({ "--folded": `${lines}lh` } as CSSProperties) : undefined}
      >
        {children}
      </div>
      <button
        type="button"
        className={cx(buttonClass({ variant: "text" }), styles.button)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? t("ui.readLess") : t("ui.readMore")}
      </button>
    </>
  );
}
