import { Link } from "../features/navigation/link.tsx";
import type { Breadcrumb } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import styles from "./breadcrumbs.module.css";

export type BreadcrumbsProps = { steps: Breadcrumb[] | undefined };

/** Breadcrumbs are the path to a page; a step without a link is plain text. */
export function Breadcrumbs({ steps }: BreadcrumbsProps) {
  const t = useT();
  if (!steps || steps.length < 2) return null;
  return (
    <nav aria-label={t("ui.breadcrumbs")}>
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <li key={(step.href ?? "") + step.text} className={styles.step}>
            {step.href ? (
              <Link link={step.href} className={styles.link}>
                {step.text}
              </Link>
            ) : (
              <span aria-current={at === steps.length - 1 ? "page" : undefined}>{step.text}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
