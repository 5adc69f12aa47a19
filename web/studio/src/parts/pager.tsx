import { Button } from "../../../src/ui/button/button.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./parts.module.css";

export type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

/** Pager goes through the pages of a list; nothing when there is one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const t = useWords(common);
  if (pages < 2) return null;
  return (
    <nav className={styles.pager} aria-label={t.page(page, pages)}>
      <Button variant="line" size="small" disabled={page < 2} onClick={() => onPage(page - 1)}>
        {t.previous}
      </Button>
      <span>{t.page(page, pages)}</span>
      <Button variant="line" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t.next}
      </Button>
    </nav>
  );
}
