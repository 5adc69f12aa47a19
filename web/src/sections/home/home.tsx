import { BackgroundVideo } from "../../features/background-video/background-video.tsx";
import { SearchPanel } from "../../features/search-panel/search-panel.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { cx } from "../../ui/cx.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import shade from "../../ui/shade/shade.module.css";
import styles from "./home.module.css";

/** Home is the first section of the home page: picture or video, claim and search. The claim is the page's h1. */
export default function Home({ section }: SectionProps<"home">) {
  const Heading = section.inner ? "h2" : "h1";
  return (
    <section className={styles.home}>
      <div className={styles.stage}>
        {section.picture ? (
          <Picture picture={section.picture} sizes="100vw" first className={styles.media} />
        ) : null}
        {section.film ? <BackgroundVideo film={section.film} className={styles.media} /> : null}
        <div className={cx(styles.words, shade.shade)}>
          <Heading className={styles.claim}>{section.claim}</Heading>
          {section.text ? <p className={styles.text}>{section.text}</p> : null}
        </div>
      </div>
      {section.search ? (
        <div className={styles.search} data-screen-only="">
          <SearchPanel panel={section.search} look="over" />
        </div>
      ) : null}
    </section>
  );
}
