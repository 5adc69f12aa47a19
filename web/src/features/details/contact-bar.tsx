import type { Agent } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./contact-bar.module.css";

export type ContactBarProps = {
  agent?: Agent | undefined;
  whatsapp?: string | undefined;
  /** The page has the enquiry form, which replaces the mail link. */
  form?: boolean;
  /** The link of the form that requests a viewing. */
  viewing?: string | undefined;
};

/** The link to the enquiry form, or to the agent's mail. */
export const writeLink = ({ agent, form = false }: ContactBarProps): string | undefined =>
  form ? "#enquiry" : agent?.mail?.href;

export type ContactButtonsProps = ContactBarProps & {
  /** The text of the button to the enquiry. */
  call: string;
};

/** ContactButtons are the contact links of a property: form or mail, and WhatsApp. */
export function ContactButtons({
  agent,
  whatsapp,
  form = false,
  viewing,
  call,
}: ContactButtonsProps) {
  const t = useT();
  const write = writeLink({ agent, form });
  return (
    <div className={styles.ways}>
      {write ? (
        <a href={write} className={buttonClass({ wide: true })}>
          <Icon name="mail" />
          {call}
        </a>
      ) : null}
      {viewing ? (
        <Link link={viewing} className={buttonClass({ variant: "line", wide: true })}>
          <Icon name="calendar" />
          {t("property.viewing")}
        </Link>
      ) : null}
      {whatsapp ? (
        <a
          href={whatsapp}
          className={buttonClass({ variant: "line", wide: true })}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="message" />
          WhatsApp
        </a>
      ) : null}
    </div>
  );
}

/** ContactBar has the same links and the telephone at the bottom of a phone's window. */
export function ContactBar({ agent, whatsapp, form = false, viewing }: ContactBarProps) {
  const t = useT();
  const write = writeLink({ agent, form });
  if (!agent?.phone && !write && !whatsapp) return null;
  return (
    <nav className={styles.bar} data-contact-bar="" aria-label={t("property.contact")}>
      {agent?.phone ? (
        <a href={agent.phone.href} className={styles.cell}>
          <Icon name="phone" />
          {t("property.call")}
        </a>
      ) : null}
      {whatsapp ? (
        <a href={whatsapp} className={styles.cell} target="_blank" rel="noopener noreferrer">
          <Icon name="message" />
          WhatsApp
        </a>
      ) : null}
      {viewing ? (
        <Link link={viewing} className={styles.cell}>
          <Icon name="calendar" />
          {t("property.visit")}
        </Link>
      ) : null}
      {write ? (
        <a href={write} className={styles.cell}>
          <Icon name="mail" />
          {t("property.write")}
        </a>
      ) : null}
    </nav>
  );
}
