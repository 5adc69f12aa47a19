import { openLightbox } from "../features/gallery/use-lightbox.ts";
import { FavoriteButton } from "../features/property-card/favorite-button.tsx";
import type { Header, PropertyTools } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { buttonClass } from "../ui/button/button.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icon/icon.tsx";
import { Picture } from "../ui/picture/picture.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { HeaderSkeleton } from "./header-skeleton.tsx";
import page from "./page-header.module.css";
import styles from "./property-header.module.css";

export type PropertyHeaderProps = {
  header: Header;
  tools: PropertyTools;
};

/** PropertyHeader is the header of a property: full-screen picture, title and tools. */
export function PropertyHeader({ header, tools }: PropertyHeaderProps) {
  const t = useT();
  const look = buttonClass({ variant: "glass", size: "small" });
  return (
    <div className={cx(page.header, styles.property)}>
      {header.picture ? (
        <Picture picture={header.picture} sizes="100vw" first className={page.media} />
      ) : null}
      <div className={cx(page.text, page.shade)}>
        <Breadcrumbs steps={header.breadcrumbs} />
        <HeaderSkeleton />
        <div className={cx(page.words, styles.words)}>
          {header.eyebrow ? <p className={page.eyebrow}>{header.eyebrow}</p> : null}
          <h1 className={cx(page.title, styles.title)}>{header.title}</h1>
          {header.subtitle ? <p className={page.subtitle}>{header.subtitle}</p> : null}
        </div>
        <ul className={styles.tools} data-screen-only="">
          {tools.pictures > 0 ? (
            <li>
              {/* biome-ignore lint/a11y/useValidAnchor: without scripts it links to the pictures on the page */}
              <a
                href="#gallery"
                className={look}
                onClick={(event) => {
                  event.preventDefault();
                  openLightbox("picture");
                }}
              >
                <Icon name="camera" />
                {t("property.viewGallery")}
                <span className={styles.number}>{tools.pictures}</span>
              </a>
            </li>
          ) : null}
          {tools.video ? (
            <li>
              <a href="#video" className={look}>
                <Icon name="play" />
                {t("property.video")}
              </a>
            </li>
          ) : null}
          <li>
            <FavoriteButton id={tools.id} look={{ variant: "glass", size: "small" }} />
          </li>
          {tools.brochure ? (
            <li>
              <a href={tools.brochure} className={look} target="_blank" rel="noopener noreferrer">
                <Icon name="print" />
                {t("property.print")}
              </a>
            </li>
          ) : null}
        </ul>
      </div>
    </div>
  );
}
