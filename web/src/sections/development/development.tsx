import { Html } from "../../features/content/html.tsx";
import { Block } from "../../features/details/block.tsx";
import { Details } from "../../features/details/details.tsx";
import { UnitsTable } from "../../features/details/units-table.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import styles from "./development.module.css";

/** Development is the body of a development: description, units and phases. */
export default function Development({ section }: SectionProps<"development">) {
  const t = useT();
  return (
    <Details section={section} call={t("property.enquireDevelopment")}>
      {section.description ? (
        <Block title={t("property.descriptionDevelopment")}>
          <Html html={section.description} className="prose" />
        </Block>
      ) : null}
      {section.units.length > 0 ? (
        <Block title={t("property.units")}>
          <UnitsTable units={section.units} title={section.title} />
        </Block>
      ) : null}
      {section.phases && section.phases.length > 0 ? (
        <Block title={t("property.phases")}>
          <ol className={styles.phases}>
            {section.phases.map((phase) => (
              <li key={phase} className={styles.phase}>
                {phase}
              </li>
            ))}
          </ol>
        </Block>
      ) : null}
    </Details>
  );
}
