import type { Agent } from "../../generated/view.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Initials } from "../../ui/initials/initials.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { Link } from "../navigation/link.tsx";
import styles from "./agent-card.module.css";

export type AgentCardProps = { agent: Agent };

/** AgentCard is the contact person: picture, name, role, telephone and mail. */
export function AgentCard({ agent }: AgentCardProps) {
  return (
    <div className={styles.agent}>
      {agent.picture ? (
        <Picture picture={agent.picture} sizes="72px" alt="" className={styles.picture} />
      ) : (
        <Initials name={agent.name} className={styles.picture} />
      )}
      <div className={styles.text}>
        <p className={styles.name}>
          {agent.href ? (
            <Link link={agent.href} className={styles.link}>
              {agent.name}
            </Link>
          ) : (
            agent.name
          )}
        </p>
        {agent.role ? <p className={styles.role}>{agent.role}</p> : null}
      </div>
      {agent.phone || agent.mail ? (
        <ul className={styles.ways}>
          {agent.phone ? (
            <li>
              <a href={agent.phone.href} className={styles.way}>
                <Icon name="phone" />
                {agent.phone.text}
              </a>
            </li>
          ) : null}
          {agent.mail ? (
            <li>
              <a href={agent.mail.href} className={styles.way}>
                <Icon name="mail" />
                {agent.mail.text}
              </a>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
