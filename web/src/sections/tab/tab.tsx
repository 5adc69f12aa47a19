import { type KeyboardEvent, useId, useRef } from "react";
import { Html } from "../../features/content/html.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./tab.module.css";
import { useLinkedTab } from "./use-linked-tab.ts";

/**
 * Tab shows one text of several. All of them are in the page: where no script runs they stand
 * one after another under their titles, and the row of tabs is not there.
 */
export default function Tab({ section }: SectionProps<"tab">) {
  const t = useT();
  const prefix = useId();
  const row = useRef<HTMLDivElement>(null);
  const { tabs } = section;
  const [chosen, choose] = useLinkedTab(tabs.map((tab) => tab.id));

  const keys = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const to = {
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      ArrowRight: chosen === last ? 0 : chosen + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
    row.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };

  return (
    <Band title={section.title} className={styles.topics}>
      <div
        ref={row}
        role="tablist"
        aria-label={section.title ?? t("sections.topics")}
        className={styles.tabs}
        onKeyDown={keys}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}${tab.id}`}
            aria-controls={tab.id}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(index)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          id={tab.id}
          role="tabpanel"
          aria-labelledby={`${prefix}${tab.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing that takes the focus
          tabIndex={0}
          className={styles.panel}
          data-off={index === chosen ? undefined : ""}
        >
          <h3 className={styles.title}>{tab.title}</h3>
          <Html html={tab.html} className="prose" />
        </div>
      ))}
    </Band>
  );
}
