import { moreLink } from "../../features/navigation/more-link.tsx";
import { PropertyCard } from "../../features/property-card/property-card.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { Carousel } from "../../ui/carousel/carousel.tsx";
import styles from "./property-carousel.module.css";

/** PropertyCarousel is a carousel of property cards. */
export default function PropertyCarousel({ section }: SectionProps<"property-carousel">) {
  const t = useT();
  if (section.cards.length === 0) return null;
  return (
    <Band
      tone="linen"
      width="full"
      title={section.title}
      text={section.text}
      action={moreLink(section.more)}
    >
      <Carousel
        label={t("sections.carousel", { title: section.title })}
        previous={t("ui.previous")}
        next={t("ui.next")}
        className={styles.row}
      >
        {section.cards.map((card) => (
          <PropertyCard key={card.id} card={card} sizes="(width >= 1024px) 440px, 82vw" />
        ))}
      </Carousel>
    </Band>
  );
}
