import { memo } from "react";
import { TextArea, TextInput } from "../../../src/ui/field/field.tsx";
import { useSession } from "../app/session.ts";
import { DocumentField } from "../pictures/document-field.tsx";
import { useWords } from "../words/words.ts";
import styles from "./agency.module.css";
import { type Edits, type Field, readCount, shownAt } from "./form.ts";
import { agencyWords } from "./words.ts";

export type AgencyFieldProps = {
  field: Field;
  doc: unknown;
  edits: Edits;
  problems: Record<string, string>;
  readOnly: boolean;
  change: (path: string, to: unknown) => void;
};

const TYPES: Partial<Record<Field["kind"], string>> = { mail: "email", phone: "tel" };

/** Whether two lists of edits have the same ones of a field. */
function isSameEdit(a: Edits, b: Edits, { path }: Field): boolean {
  const own = (edits: Edits) =>
    Object.entries(edits).filter(([key]) => key === path || key.startsWith(`${path}.`));
  const [one, other] = [own(a), own(b)];
  return one.length === other.length && one.every(([key, edit]) => b[key] === edit);
}

/**
 * AgencyField is one field, or one for each language side by side. It renders when something of it changes: a key
 * press in one field costs nothing in the others.
 */
export const AgencyField = memo(AgencyFieldOf, (before, now) => {
  const { edits, ...rest } = now;
  const isSame = Object.entries(rest).every(
    ([name, value]) => before[name as keyof AgencyFieldProps] === value,
  );
  return isSame && isSameEdit(before.edits, edits, now.field);
});

function AgencyFieldOf({ field, doc, edits, problems, readOnly, change }: AgencyFieldProps) {
  const { languages } = useSession().site;
  const t = useWords(agencyWords);
  const control = (path: string, lang?: string) => (
    <Control
      key={path}
      {...{ field, path, lang, readOnly, change }}
      shown={shownAt(edits, doc, path)}
      problem={problems[path]}
    />
  );
  if (!field.languages) return control(field.path);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div
      role="group"
      aria-label={t[field.label]}
      className={styles.languages}
      data-kind={field.kind}
    >
      {languages.map((lang) => control(`${field.path}.${lang}`, lang))}
    </div>
  );
}

type ControlProps = Pick<AgencyFieldProps, "field" | "readOnly" | "change"> & {
  path: string;
  lang: string | undefined;
  shown: unknown;
  problem: string | undefined;
};

function Control(props: ControlProps) {
  const { field, path, lang, shown, problem, readOnly, change } = props;
  const t = useWords(agencyWords);
  const isNumber = field.kind === "number";
  const attributes = {
    label: lang ? `${t[field.label]} · ${t.lang[lang] ?? lang}` : t[field.label],
    lang,
    readOnly,
    value: shown === null || shown === 0 ? "" : String(shown),
    note: problem ?? (field.help ? t[field.help] : undefined),
    "aria-invalid": problem ? (true as const) : undefined,
  };
  return (
    <div className={styles.field} data-problem={problem ? true : undefined}>
      {field.kind === "logo" ? (
        <DocumentField
          kind="picture"
          label={attributes.label}
          value={attributes.value}
          note={attributes.note}
          readOnly={readOnly}
          invalid={Boolean(problem)}
          onChange={(address) => change(path, address)}
        />
      ) : field.kind === "lines" ? (
        <TextArea
          {...attributes}
          rows={3}
          maxLength={2000}
          onChange={(event) => change(path, event.target.value)}
        />
      ) : (
        <TextInput
          {...attributes}
          type={TYPES[field.kind] ?? "text"}
          inputMode={isNumber ? "numeric" : undefined}
          autoComplete="off"
          maxLength={500}
          onChange={(event) =>
            change(path, isNumber ? readCount(event.target.value) : event.target.value)
          }
        />
      )}
    </div>
  );
}
