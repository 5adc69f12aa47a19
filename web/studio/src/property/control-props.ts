import type { FormField } from "../generated/forms.ts";

export type ControlProps = {
  field: FormField;
  /** Of the value; of a field in languages with the language. */
  path: string;
  label: string;
  /** Of the value. */
  lang?: string;
  readOnly: boolean;
};

/** The id of the element of a path, which the checklist jumps to. */
export const fieldId = (path: string): string => `field-${path}`;
