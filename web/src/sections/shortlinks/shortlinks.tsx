import { Link } from "../../features/navigation/link.tsx";
import type { SectionProps } from "../../lib/section.ts";
import { Band } from "../../ui/band/band.tsx";
import styles from "./shortlinks.module.css";

/** Shortlinks are searches that many make, one press away. */
export default function Shortlinks({ section }: SectionProps<"shortlinks">) {
  return (
    <Band title={section.title}>
      <ul className={styles.links}>
        {section.links.map((link) => (
          <li key={link.href}>
            <Link
              link={link.href}
              className={styles.link}
              aria-current={link.current ? "page" : undefined}
            >
              {link.text}
            </Link>
          </li>
        ))}
      </ul>
    </Band>
  );
}
