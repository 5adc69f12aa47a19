import { Html } from "../../features/content/html.tsx";
import { EnquiryForm } from "../../features/enquiry/enquiry-form.tsx";
import { GalleryGrid } from "../../features/gallery/gallery-grid.tsx";
import { Lightbox } from "../../features/gallery/lightbox.tsx";
import { AgentCard } from "../../features/listing/agent-card.tsx";
import { Block } from "../../features/listing/block.tsx";
import { ContactBar, ContactWays } from "../../features/listing/contact-bar.tsx";
import { Energy } from "../../features/listing/energy.tsx";
import { Facts } from "../../features/listing/facts.tsx";
import { FeaturesList } from "../../features/listing/features-list.tsx";
import { ListingLayout } from "../../features/listing/listing-layout.tsx";
import { MapLink } from "../../features/listing/map-link.tsx";
import { Plans } from "../../features/listing/plans.tsx";
import { Share } from "../../features/listing/share.tsx";
import { Summary } from "../../features/listing/summary.tsx";
import { UnitsTable } from "../../features/listing/units-table.tsx";
import { Video } from "../../features/listing/video.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/section.ts";
import styles from "./development.module.css";

/** Development is the body of a new-build project: its story, its phases and the homes in it. */
export default function Development({ section }: SectionProps<"development">) {
  const t = useT();
  const plans = section.plans ?? [];
  return (
    <ListingLayout
      summary={<Summary {...section} />}
      bar={<ContactBar agent={section.agent} whatsapp={section.whatsapp} form={!!section.form} />}
      gallery={<GalleryGrid pictures={section.gallery} title={section.title} />}
      aside={
        <>
          {section.agent ? <AgentCard agent={section.agent} /> : null}
          <ContactWays
            agent={section.agent}
            whatsapp={section.whatsapp}
            form={!!section.form}
            call={t("property.enquireDevelopment")}
          />
          <Share title={section.title} address={section.share} brochure={section.brochure} />
        </>
      }
    >
      <Facts facts={section.facts} />
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
      {section.features.length > 0 ? (
        <Block title={t("property.features")}>
          <FeaturesList features={section.features} />
        </Block>
      ) : null}
      {plans.length > 0 ? (
        <Block title={t("property.plans")}>
          <Plans
            plans={plans}
            lightbox={(at, close) => (
              <Lightbox
                pictures={plans}
                at={at}
                onClose={close}
                label={t("gallery.plansOf", { title: section.title })}
              />
            )}
          />
        </Block>
      ) : null}
      {section.videos && section.videos.length > 0 ? (
        <Block title={t("property.videos")} id="video" screenOnly>
          {section.videos.map((video) => (
            <Video key={video.embed} video={video} title={section.title} />
          ))}
        </Block>
      ) : null}
      {section.energy ? (
        <Block title={t("property.energy")}>
          <Energy energy={section.energy} />
        </Block>
      ) : null}
      {section.location ? (
        <Block title={t("property.location")} screenOnly>
          <MapLink point={section.location} place={section.place} />
        </Block>
      ) : null}
      {section.form ? (
        <Block title={t("enquiry.title.development")} id="enquiry" screenOnly>
          <EnquiryForm key={section.form.page} form={section.form} />
        </Block>
      ) : null}
    </ListingLayout>
  );
}
