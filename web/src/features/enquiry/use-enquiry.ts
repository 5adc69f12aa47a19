import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { EnquiryAnswer, EnquiryForm } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { enquiryBody, sendEnquiry } from "./send-enquiry.ts";

type Stage = "open" | "sending" | "sent";

/** useEnquiry sends the form without leaving the page; without a script the browser sends it itself. */
export function useEnquiry(form: EnquiryForm) {
  const t = useT();
  const [stage, setStage] = useState<Stage>("open");
  const [wrong, setWrong] = useState<Pick<EnquiryAnswer, "errors" | "failure">>(form);
  const shown = useRef(0);
  useEffect(() => {
    shown.current = performance.now();
  }, []);

  // What came back is said where the visitor is: at the first wrong field, or in the thanks.
  const place = useRef<HTMLDivElement>(null);
  const answered = useRef(false);
  useEffect(() => {
    if (!answered.current || stage === "sending") return;
    answered.current = false;
    const field = place.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (field ?? place.current?.querySelector<HTMLElement>("[data-answer]"))?.focus();
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (stage === "sending") return;
    setStage("sending");
    sendEnquiry(
      form.action,
      enquiryBody(event.currentTarget, performance.now() - shown.current),
    ).then(
      (answer) => {
        answered.current = true;
        setWrong(answer);
        setStage(answer.ok ? "sent" : "open");
      },
      (err: unknown) => {
        console.warn("enquiry was not sent", err);
        answered.current = true;
        setWrong({ failure: t("enquiry.unreachable") });
        setStage("open");
      },
    );
  };

  const again = () => {
    answered.current = true;
    setWrong({});
    setStage("open");
  };

  return { stage, errors: wrong.errors ?? {}, failure: wrong.failure, place, submit, again };
}
