import { type ReactNode, useEffect } from "react";
import type {
  DevelopmentSection,
  PropertySection,
  Video as VideoData,
} from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { markVisited } from "../../lib/visited.ts";
import { EnquiryForm } from "../enquiry/enquiry-form.tsx";
import { GalleryGrid } from "../gallery/gallery-grid.tsx";
import { AgentCard } from "./agent-card.tsx";
import { Block } from "./block.tsx";
import { ContactBar, ContactButtons, writeLink } from "./contact-bar.tsx";
import { DetailsLayout } from "./details-layout.tsx";
import { Energy } from "./energy.tsx";
import { Facts } from "./facts.tsx";
import { FeaturesList } from "./features-list.tsx";
import { PlaceMap } from "./place-map.tsx";
import { Plans } from "./plans.tsx";
import { Share } from "./share.tsx";
import { StickyBar } from "./sticky-bar.tsx";
import { Video } from "./video.tsx";

/** The key of the heading of films and tours. */
function videosTitle(
  videos: VideoData[],
): "property.videos" | "property.tour" | "property.videosAndTour" {
  const tours = videos.filter((video) => video.tour).length;
  if (tours === 0) return "property.videos";
  return tours === videos.length ? "property.tour" : "property.videosAndTour";
}

export type DetailsProps = {
  section: PropertySection | DevelopmentSection;
  /** The text of the button to the enquiry. */
  call: string;
  /** The description, and the blocks that only properties or only developments have. */
  children: ReactNode;
};

/** Details is the common part of the property and development pages. */
export function Details({ section, call, children }: DetailsProps) {
  const t = useT();
  useEffect(() => markVisited(section.id), [section.id]);
  const { plans = [], videos = [], form } = section;
  const contact = {
    agent: section.agent,
    whatsapp: section.whatsapp,
    form: form !== undefined,
    viewing: section.viewing,
  };
  return (
    <DetailsLayout
      head={
        <StickyBar
          title={section.title}
          price={section.price}
          write={writeLink(contact)}
          call={call}
        />
      }
      bar={<ContactBar {...contact} />}
      gallery={<GalleryGrid pictures={section.gallery} title={section.title} />}
      form={
        form ? (
          <Block title={t(`enquiry.title.${form.kind}`)} id="enquiry" screenOnly>
            <EnquiryForm key={form.page} form={form} agent={section.agent} />
          </Block>
        ) : null
      }
      aside={
        <>
          {section.agent ? <AgentCard agent={section.agent} /> : null}
          <ContactButtons {...contact} call={call} />
          <Share title={section.title} address={section.share} brochure={section.brochure} />
        </>
      }
    >
      <Facts facts={section.facts} />
      {children}
      {section.features.length > 0 ? (
        <Block title={t("property.features")}>
          <FeaturesList features={section.features} />
        </Block>
      ) : null}
      {plans.length > 0 ? (
        <Block title={t("property.plans")} overleaf>
          <Plans plans={plans} title={section.title} />
        </Block>
      ) : null}
      {videos.length > 0 ? (
        <Block title={t(videosTitle(videos))} id="video" screenOnly>
          {videos.map((video) => (
            <Video
              key={video.embed}
              video={{ ...video, poster: video.poster ?? section.gallery.at(-1) }}
              title={section.title}
            />
          ))}
        </Block>
      ) : null}
      {section.energy ? (
        <Block title={t("property.energy")} overleaf>
          <Energy energy={section.energy} />
        </Block>
      ) : null}
      {section.location ? (
        <Block title={t("property.location")} screenOnly>
          <PlaceMap point={section.location} place={section.place} />
        </Block>
      ) : null}
    </DetailsLayout>
  );
}
