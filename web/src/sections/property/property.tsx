import { Html } from "../../features/content/html.tsx";
import { Block } from "../../features/listing/block.tsx";
import { Listing } from "../../features/listing/listing.tsx";
import { ReadMore } from "../../features/listing/read-more.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/section.ts";

/** A description beyond this many characters folds. */
const LONG = 900;

/** Property is the body of a home's page; its name and picture stand in the header. */
export default function Property({ section }: SectionProps<"property">) {
  const t = useT();
  return (
    <Listing section={section} call={t("property.enquire")}>
      {section.description ? (
        <Block title={t("property.description")}>
          <ReadMore long={section.description.length > LONG}>
            <Html html={section.description} className="prose" />
          </ReadMore>
        </Block>
      ) : null}
    </Listing>
  );
}
