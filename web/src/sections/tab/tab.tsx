import { type KeyboardEvent, useId, useRef } from "react";
import { Html } from "../../features/content/html.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./tab.module.css";
import { useLinkedTab } from "./use-linked-tab.ts";

/**
 * Tab shows one of several texts. All texts are in the page; without scripts they are listed under
 * their titles, without the tabs.
 */
export default function Tab({ section }: SectionProps<"tab">) {
  const t = useT();
  const prefix = useId();
  const row = useRef<HTMLDivElement>(null);
  const { tabs } = section;
  const [selected, select] = useLinkedTab(tabs.map((tab) => tab.id));

  const keys = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const to = {
      ArrowLeft: selected === 0 ? last : selected - 1,
      ArrowRight: selected === last ? 0 : selected + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(to);
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
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => select(index)}
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have no focusable element
          tabIndex={0}
          className={styles.panel}
          data-off={index === selected ? undefined : ""}
        >
          <h3 className={styles.title}>{tab.title}</h3>
          <Html html={tab.html} className="prose" />
        </div>
      ))}
    </Band>
  );
}
