import { Html } from "../../features/content/html.tsx";
import { Block } from "../../features/details/block.tsx";
import { Details } from "../../features/details/details.tsx";
import { ReadMore } from "../../features/details/read-more.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";

/** A description beyond this many characters folds. */
const LONG = 900;

/** Property is the body of a home's page; its name and picture stand in the header. */
export default function Property({ section }: SectionProps<"property">) {
  const t = useT();
  return (
    <Details section={section} call={t("property.enquire")}>
      {section.description ? (
        <Block title={t("property.description")}>
          <ReadMore long={section.description.length > LONG}>
            <Html html={section.description} className="prose" />
          </ReadMore>
        </Block>
      ) : null}
    </Details>
  );
}
