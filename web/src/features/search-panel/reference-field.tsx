import { useT } from "../../i18n/use-t.ts";
import { TextInput } from "../../ui/field/field.tsx";

/** ReferenceField takes the agency's code of a home; the form sends it as a filter where no script looks it up. */
export function ReferenceField() {
  const t = useT();
  return (
    <TextInput
      label={t("ui.search.reference")}
      name="search_reference"
      placeholder={t("ui.search.writeReference")}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
    />
  );
}
