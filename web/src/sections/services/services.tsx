import { Link } from "../../features/navigation/link.tsx";
import type { Service } from "../../generated/view.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import cardStyles from "../../ui/card/card.module.css";
import { cx } from "../../ui/cx.ts";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./services.module.css";

/** Services lists the services of the agency: rent, buy, invest, sell. */
export default function Services({ section }: SectionProps<"services">) {
  return (
    <Band title={section.title} text={section.text}>
      <ul className={styles.services} data-count={section.items.length}>
        {section.items.map((service) => (
          <li
            key={service.title}
            className={cx(service.href && cardStyles.card, styles.service, "reveal")}
          >
            <ServiceCard service={service} />
          </li>
        ))}
      </ul>
    </Band>
  );
}

type ServiceCardProps = { service: Service };

function ServiceCard({ service }: ServiceCardProps) {
  return (
    <>
      {service.picture ? (
        <div className={styles.frame}>
          <Picture
            picture={service.picture}
            sizes="(width >= 1024px) 285px, (width >= 640px) 46vw, 92vw"
            alt=""
            className={cardStyles.picture}
          />
        </div>
      ) : null}
      <h3 className={styles.title}>
        {service.href ? (
          <Link link={service.href} className={cardStyles.link}>
            {service.title}
          </Link>
        ) : (
          service.title
        )}
      </h3>
      <p className={styles.text}>{service.text}</p>
    </>
  );
}
