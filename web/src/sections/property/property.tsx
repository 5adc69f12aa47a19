import { Html } from "../../features/content/html.tsx";
import { Block } from "../../features/details/block.tsx";
import { BuyingCosts } from "../../features/details/buying-costs.tsx";
import { Details } from "../../features/details/details.tsx";
import { Documents } from "../../features/details/documents.tsx";
import { PriceHistory } from "../../features/details/price-history.tsx";
import { ReadMore } from "../../features/details/read-more.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";

/** A longer description collapses; in characters. */
const MAX_EXPANDED = 900;

/** Property is the body of a property page; the header has the title and the picture. */
export default function Property({ section }: SectionProps<"property">) {
  const t = useT();
  return (
    <Details section={section} call={t("property.enquire")}>
      {section.description ? (
        <Block title={t("property.description")}>
          <ReadMore long={section.description.length > MAX_EXPANDED}>
            <Html html={section.description} className="prose" />
          </ReadMore>
        </Block>
      ) : null}
      {section.buyingCosts ? (
        <Block title={section.buyingCosts.title}>
          <BuyingCosts costs={section.buyingCosts} />
        </Block>
      ) : null}
      {section.history ? (
        <Block title={t("property.priceHistory")}>
          <PriceHistory history={section.history} />
        </Block>
      ) : null}
      {section.documents ? (
        <Block title={t("property.documents")}>
          <Documents documents={section.documents} />
        </Block>
      ) : null}
    </Details>
  );
}
