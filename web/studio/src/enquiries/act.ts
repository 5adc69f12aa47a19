import type { EnquiryAction } from "../generated/api.ts";

/** The parts of the API that an enquiry has, with the body of each. */
export type Act = (
  action: "state" | "assign" | "note" | "answer" | "confirm" | "retry",
  body: EnquiryAction,
) => Promise<void>;
