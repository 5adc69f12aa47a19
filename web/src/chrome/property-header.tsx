import { lightboxTrigger } from "../features/gallery/use-lightbox.ts";
import { FavoriteButton } from "../features/property-card/favorite-button.tsx";
import type {
  DevelopmentSection,
  PropertySection,
  PropertyTools,
  View,
} from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { buttonClass } from "../ui/button/button.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icon/icon.tsx";
import { Picture } from "../ui/picture/picture.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { HeaderSkeleton } from "./header-skeleton.tsx";
import { KeyFacts } from "./key-facts.tsx";
import page from "./page-header.module.css";
import styles from "./property-header.module.css";

/** Whether the anchor #video has virtual tours only. */
const onlyTours = (details: PropertySection | DevelopmentSection | undefined): boolean =>
  details?.videos?.every((video) => video.tour) ?? false;

export type PropertyHeaderProps = { view: View; tools: PropertyTools };

/**
 * PropertyHeader is the first screen of a property: the picture with the title and the tools, and
 * below it place, price and figures.
 */
export function PropertyHeader({ view, tools }: PropertyHeaderProps) {
  const { header } = view;
  const t = useT();
  const details = detailsOf(view);
  return (
    <div className={cx(page.header, styles.property)}>
      {header.picture ? (
        <Picture
          picture={header.picture}
          sizes="100vw"
          first
          className={cx(page.media, styles.photo)}
        />
      ) : null}
      <div className={styles.crumbs}>
        <Breadcrumbs steps={header.breadcrumbs} />
      </div>
      <div className={cx(page.text, styles.over)}>
        <HeaderSkeleton />
        <div className={cx(page.words, styles.words)}>
          {header.eyebrow ? <p className={page.eyebrow}>{header.eyebrow}</p> : null}
          <h1 className={cx(page.title, styles.title)}>{header.title}</h1>
          {header.subtitle ? (
            <p className={cx(page.subtitle, styles.subtitle)}>{header.subtitle}</p>
          ) : null}
          {header.picture?.altered ? (
            <p className={styles.altered}>{t("gallery.altered")}</p>
          ) : null}
        </div>
      </div>
      <ul className={styles.tools} data-screen-only="">
        {tools.pictures > 0 ? (
          <li>
            {/* Without scripts it links to the pictures on the page. */}
            <a {...lightboxTrigger("picture")} href="#gallery" className={cx(look, styles.open)}>
              <Icon name="camera" />
              {t("property.viewGallery")}
              <span className={styles.number}>{tools.pictures}</span>
            </a>
          </li>
        ) : null}
        {tools.video ? (
          <li className={styles.short}>
            <a href="#video" className={look}>
              <Icon name="play" />
              {t(onlyTours(details) ? "property.tour" : "property.video")}
            </a>
          </li>
        ) : null}
        <li className={styles.short}>
          <FavoriteButton id={tools.id} look={{ variant: "sand", size: "small" }} />
        </li>
        {tools.brochure ? (
          <li className={styles.short}>
            <a href={tools.brochure} className={look} target="_blank" rel="noopener noreferrer">
              <Icon name="print" />
              {t("property.print")}
            </a>
          </li>
        ) : (
          <li className={cx(styles.short, styles.script)}>
            <button type="button" className={look} onClick={() => window.print()}>
              <Icon name="print" />
              {t("property.print")}
            </button>
          </li>
        )}
      </ul>
      {details ? (
        <div className={styles.panel}>
          <KeyFacts details={details} />
        </div>
      ) : null}
    </div>
  );
}

const look = buttonClass({ variant: "sand", size: "small" });

/** The section with the details of the property or development. */
const detailsOf = ({ content }: View): PropertySection | DevelopmentSection | undefined =>
  content.find((section) => section.kind === "property" || section.kind === "development");
