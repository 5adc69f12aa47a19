import { memo } from "react";
import { Button, IconButton } from "../../../src/ui/button/button.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { Panel } from "../parts/panel.tsx";
import { useWords } from "../words/words.ts";
import styles from "./agency.module.css";
import type { Network } from "./form.ts";
import { agencyWords } from "./words.ts";

export type NetworksProps = {
  value: unknown;
  readOnly: boolean;
  problem: string | undefined;
  onChange: (list: Network[]) => void;
};

/** More networks than this would fill the footer. */
const MAX = 12;

/** Networks is the list of the agency's pages in social networks, which is one value. */
export const Networks = memo(function Networks(props: NetworksProps) {
  const { value, readOnly, problem, onChange } = props;
  const t = useWords(agencyWords);
  const list = Array.isArray(value) ? (value as Network[]) : [];
  const replace = (index: number, change: Partial<Network>) =>
    onChange(list.map((network, i) => (i === index ? { ...network, ...change } : network)));
  return (
    <Panel title={t.social}>
      <ul className={styles.networks}>
        {list.map(({ name, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a network has no other identity while it is typed
          <li key={index} className={styles.network}>
            <TextInput
              label={t.network}
              readOnly={readOnly}
              maxLength={60}
              value={name}
              onChange={(event) => replace(index, { name: event.target.value })}
            />
            <TextInput
              label={t.networkURL}
              type="url"
              readOnly={readOnly}
              maxLength={500}
              value={url}
              onChange={(event) => replace(index, { url: event.target.value })}
            />
            {readOnly ? null : (
              <IconButton
                label={t.removeNetwork(name)}
                onClick={() => onChange(list.filter((_, i) => i !== index))}
              >
                <Icon name="close" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {problem ? <p className={styles.problem}>{problem}</p> : null}
      {readOnly || list.length >= MAX ? null : (
        <Button
          variant="text"
          className={styles.add}
          onClick={() => onChange([...list, { name: "", url: "" }])}
        >
          {t.addNetwork}
        </Button>
      )}
    </Panel>
  );
});
