import type { Agent } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import styles from "./contact-bar.module.css";

interface ContactWaysProps {
  agent?: Agent | undefined;
  whatsapp?: string | undefined;
}

/** ContactWays are the ways to ask about a home, as buttons. */
export function ContactWays({ agent, whatsapp, call }: ContactWaysProps & { call: string }) {
  return (
    <div className={styles.ways}>
      {agent?.mail ? (
        <a href={agent.mail.href} className={buttonClass({ wide: true })}>
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
export function ContactBar({ agent, whatsapp }: ContactWaysProps) {
  const t = useT();
  if (!agent?.phone && !agent?.mail && !whatsapp) return null;
  return (
    <nav className={styles.bar} aria-label={t("property.contact")}>
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
      {agent?.mail ? (
        <a href={agent.mail.href} className={styles.cell}>
          <Icon name="mail" />
          {t("property.write")}
        </a>
      ) : null}
    </nav>
  );
}
