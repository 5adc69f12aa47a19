import { BackgroundVideo } from "../../features/background-video/background-video.tsx";
import { Link } from "../../features/navigation/link.tsx";
import type { SectionProps } from "../../lib/view-props.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./banner.module.css";

/** Banner is a full-width picture or video with a title and a call to action. */
export default function Banner({ section }: SectionProps<"banner">) {
  return (
    <section className={styles.banner}>
      {section.picture ? (
        <Picture picture={section.picture} sizes="100vw" className={styles.media} />
      ) : null}
      {section.film ? <BackgroundVideo film={section.film} className={styles.media} /> : null}
      <div className={styles.words}>
        <div className="reveal">
          <h2 className={styles.title}>{section.title}</h2>
          {section.text ? <p className={styles.text}>{section.text}</p> : null}
          {section.call ? (
            <p className={styles.call}>
              <Link link={section.call.href} className={buttonClass({ variant: "sand" })}>
                {section.call.text}
              </Link>
            </p>
          ) : null}
        </div>
      </div>
    </section>
  );
}
