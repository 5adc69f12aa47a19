import type { EnquirySummary } from "../../generated/view.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Link } from "../navigation/link.tsx";
import { Answering } from "./answering.tsx";
import styles from "./summary.module.css";

export type SummaryProps = { summary: EnquirySummary };

/** Summary says after an enquiry which homes and times were asked for and who answers, and leads back. */
export function Summary({ summary }: SummaryProps) {
  const { properties, times, agent, labels } = summary;
  return (
    <div className={styles.summary}>
      {properties.length > 0 ? (
        <div>
          <h3 className={styles.title}>{labels.properties}</h3>
          <ul className={styles.homes}>
            {properties.map(({ href, text }) => (
              <li key={href}>
                <Link link={href} className={styles.home}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {times.length > 0 ? (
        <div>
          <h3 className={styles.title}>{labels.times}</h3>
          <ol className={styles.times}>
            {times.map((time) => (
              <li key={time}>{time}</li>
            ))}
          </ol>
        </div>
      ) : null}
      {agent ? (
        <div>
          <h3 className={styles.title}>{labels.agent}</h3>
          <Answering agent={agent}>
            <p>{summary.answer}</p>
            {agent.phone ? (
              <a href={agent.phone.href} className={styles.phone}>
                {agent.phone.text}
              </a>
            ) : null}
          </Answering>
        </div>
      ) : null}
      <p>
        <Link link={summary.back.href} className={buttonClass({ variant: "line" })}>
          {summary.back.text}
        </Link>
      </p>
    </div>
  );
}
