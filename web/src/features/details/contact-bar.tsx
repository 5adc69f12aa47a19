import type { Agent } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./contact-bar.module.css";

interface ContactWaysProps {
  agent?: Agent | undefined;
  whatsapp?: string | undefined;
  /** The page has the enquiry form: to write is to go there. */
  form?: boolean;
}

/** Where somebody goes who wants to write. */
const writeTo = (agent: Agent | undefined, form: boolean): string | undefined =>
  form ? "#enquiry" : agent?.mail?.href;

/** ContactWays are the ways to ask about a home, as buttons. */
export function ContactWays({
  agent,
  whatsapp,
  form = false,
  call,
}: ContactWaysProps & { call: string }) {
  const write = writeTo(agent, form);
  return (
    <div className={styles.ways}>
      {write ? (
        <a href={write} className={buttonClass({ wide: true })}>
          <Icon name="mail" />
          {call}
        </a>
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

/** ContactBar keeps the same ways within reach of the thumb on a phone. */
export function ContactBar({ agent, whatsapp, form = false }: ContactWaysProps) {
  const t = useT();
  const write = writeTo(agent, form);
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
      {write ? (
        <a href={write} className={styles.cell}>
          <Icon name="mail" />
          {t("property.write")}
        </a>
      ) : null}
    </nav>
  );
}
