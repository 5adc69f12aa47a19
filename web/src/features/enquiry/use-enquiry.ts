import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { EnquiryForm, EnquiryResponse } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { enquiryBody, sendEnquiry } from "./send-enquiry.ts";
import { rememberedWish } from "./wish.ts";

type Stage = "open" | "sending" | "sent";

/** Sends the form without a page load; without scripts the browser submits it. */
export function useEnquiry(form: EnquiryForm) {
  const t = useT();
  const [stage, setStage] = useState<Stage>("open");
  const [result, setResult] = useState<Partial<Omit<EnquiryResponse, "ok">>>(form);
  const mountedAt = useRef(0);
  useEffect(() => {
    mountedAt.current = performance.now();
  }, []);

  // After a response the focus moves to the first invalid field, or to the message.
  const container = useRef<HTMLDivElement>(null);
  // A page of the server is the same for everybody, so the visitor's own words come after hydration.
  useEffect(() => {
    const message = container.current?.querySelector<HTMLTextAreaElement>("textarea");
    const wish = form.kind === "sell" ? "" : rememberedWish();
    if (message?.value === "" && wish) message.value = t("enquiry.wish", { wish });
  }, [form.kind, t]);
  const focusPending = useRef(false);
  useEffect(() => {
    if (!focusPending.current || stage === "sending") return;
    focusPending.current = false;
    const field = container.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (field ?? container.current?.querySelector<HTMLElement>("[data-answer]"))?.focus();
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (stage === "sending") return;
    setStage("sending");
    sendEnquiry(
      form.action,
      enquiryBody(event.currentTarget, performance.now() - mountedAt.current),
    ).then(
      (answer) => {
        focusPending.current = true;
        setResult(answer);
        setStage(answer.ok ? "sent" : "open");
      },
      (err: unknown) => {
        console.warn("send enquiry failed", err);
        focusPending.current = true;
        setResult({ failure: t("enquiry.unreachable") });
        setStage("open");
      },
    );
  };

  const reset = () => {
    focusPending.current = true;
    setResult({});
    setStage("open");
  };

  return {
    stage,
    errors: result.errors ?? {},
    failure: result.failure,
    notice: result.notice,
    summary: result.summary,
    container,
    submit,
    reset,
  };
}
