import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "./read-more.module.css";

interface ReadMoreProps {
  /** Folds only what is long. */
  long: boolean;
  /** How many lines show while folded; without a number about ten. */
  lines?: number;
  children: ReactNode;
}

/** ReadMore folds a long text; without a script, on paper and for search engines all of it is there. */
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
