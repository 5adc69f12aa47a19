import { useT } from "../../i18n/use-t.ts";
import { SelectInput } from "../../ui/field/field.tsx";

export type CallTimeProps = { id: string; name: string };

/** CallTime asks when the agency may call; the answer is the message of the enquiry. */
export function CallTime({ id, name }: CallTimeProps) {
  const t = useT();
  const times = [t("enquiry.call.anytime"), t("enquiry.call.morning"), t("enquiry.call.afternoon")];
  return (
    <SelectInput id={id} name={name} label={t("enquiry.call.time")}>
      {times.map((time) => (
        <option key={time} value={t("enquiry.call.message", { time })}>
          {time}
        </option>
      ))}
    </SelectInput>
  );
}
