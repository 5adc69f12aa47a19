import type { EnquiryValues } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { SelectInput, TextInput } from "../../ui/field/field.tsx";

const TYPES = [
  "villa",
  "apartment",
  "penthouse",
  "townhouse",
  "country",
  "plot",
  "commercial",
] as const;
const WISHES = ["sell", "let", "value"] as const;

export type HomeFieldsProps = {
  id: string;
  values: EnquiryValues | undefined;
  /** The class of a field in full width. */
  wide: string | undefined;
};

/** HomeFields ask the owner of a home for its address, type and size, and for what is wanted. */
export function HomeFields({ id, values, wide }: HomeFieldsProps) {
  const t = useT();
  return (
    <>
      <TextInput
        id={`${id}-address`}
        name="address"
        label={t("enquiry.home.address")}
        autoComplete="street-address"
        defaultValue={values?.address}
        className={wide}
      />
      <SelectInput
        id={`${id}-type`}
        name="type"
        label={t("enquiry.home.type")}
        defaultValue={values?.type ?? ""}
      >
        <option value="">{t("enquiry.home.choose")}</option>
        {TYPES.map((type) => (
          <option key={type}>{t(`enquiry.home.types.${type}`)}</option>
        ))}
      </SelectInput>
      <TextInput
        id={`${id}-size`}
        name="size"
        inputMode="numeric"
        label={t("enquiry.home.size")}
        defaultValue={values?.size}
      />
      <SelectInput
        id={`${id}-wanted`}
        name="wanted"
        label={t("enquiry.home.wanted")}
        defaultValue={values?.wanted ?? ""}
        className={wide}
      >
        <option value="">{t("enquiry.home.choose")}</option>
        {WISHES.map((wish) => (
          <option key={wish}>{t(`enquiry.home.wishes.${wish}`)}</option>
        ))}
      </SelectInput>
    </>
  );
}
