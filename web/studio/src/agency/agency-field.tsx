import { TextArea, TextInput } from "../../../src/ui/field/field.tsx";
import { useSession } from "../app/session.ts";
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

/** AgencyField is one field, or one for each language side by side. */
export function AgencyField({ field, doc, edits, ...rest }: AgencyFieldProps) {
  const { languages } = useSession().site;
  const t = useWords(agencyWords);
  if (!field.languages) {
    return (
      <Control {...rest} {...{ field, doc, edits }} path={field.path} label={t[field.label]} />
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div
      role="group"
      aria-label={t[field.label]}
      className={styles.languages}
      data-kind={field.kind}
    >
      {languages.map((lang) => (
        <Control
          key={lang}
          {...rest}
          {...{ field, doc, edits }}
          path={`${field.path}.${lang}`}
          label={`${t[field.label]} · ${t.lang[lang] ?? lang}`}
          lang={lang}
        />
      ))}
    </div>
  );
}

type ControlProps = AgencyFieldProps & { path: string; label: string; lang?: string };

function Control(props: ControlProps) {
  const { field, path, label, lang, doc, edits, problems, readOnly, change } = props;
  const t = useWords(agencyWords);
  const shown = shownAt(edits, doc, path);
  const problem = problems[path];
  const isNumber = field.kind === "number";
  const attributes = {
    label,
    lang,
    readOnly,
    value: shown === null || shown === 0 ? "" : String(shown),
    note: problem ?? (field.help ? t[field.help] : undefined),
    "aria-invalid": problem ? (true as const) : undefined,
  };
  return (
    <div className={styles.field} data-problem={problem ? true : undefined}>
      {field.kind === "lines" ? (
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
