import { Link } from "../../features/navigation/link.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import cardStyles from "../../ui/card/card.module.css";
import { cx } from "../../ui/cx.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./locations.module.css";

/** Locations shows the areas as tiles; the first two are wide. */
export default function Locations({ section }: SectionProps<"locations">) {
  return (
    <Band tone="linen" title={section.title} text={section.text}>
      <ul className={styles.tiles} data-count={section.tiles.length}>
        {section.tiles.map((tile) => (
          <li key={tile.href} className={`${styles.tile} reveal`}>
            {tile.picture ? (
              <Picture
                picture={tile.picture}
                sizes="(width >= 1290px) 590px, (width >= 640px) 46vw, 92vw"
                alt=""
                className={styles.picture}
              />
            ) : null}
            <p className={styles.words}>
              <Link link={tile.href} className={cx(cardStyles.stretched, styles.link)}>
                {tile.name}
              </Link>
              {tile.count ? <span className={styles.count}>{tile.count}</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </Band>
  );
}
