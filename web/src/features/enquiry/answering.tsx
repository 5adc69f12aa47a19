import type { ReactNode } from "react";
import type { Agent } from "../../generated/view.ts";
import { Initials } from "../../ui/initials/initials.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./answering.module.css";

export type AnsweringProps = { agent: Agent; children: ReactNode };

/** Answering shows the portrait of the person who answers beside a text. */
export function Answering({ agent, children }: AnsweringProps) {
  return (
    <div className={styles.answering}>
      {agent.picture ? (
        <Picture picture={agent.picture} sizes="48px" alt="" className={styles.portrait} />
      ) : (
        <Initials name={agent.name} className={styles.portrait} />
      )}
      <div>{children}</div>
    </div>
  );
}
