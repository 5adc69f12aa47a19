import { type ComponentProps, type ComponentType, type ReactNode, useId } from "react";
import type { Agent, EnquirySummary, EnquiryForm as Form } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button/button.tsx";
import { TextArea, TextInput } from "../../ui/field/field.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden/visually-hidden.tsx";
import { Answering } from "./answering.tsx";
import type { CallTimeProps } from "./call-time.tsx";
import styles from "./enquiry-form.module.css";
import type { HomeFieldsProps } from "./home-fields.tsx";
import { Summary } from "./summary.tsx";
import { useEnquiry } from "./use-enquiry.ts";
import type { ViewingFieldsProps } from "./viewing-fields.tsx";

const FIELDS = [
  "way",
  "day1",
  "time1",
  "day2",
  "time2",
  "day3",
  "time3",
  "name",
  "mail",
  "phone",
  "message",
  "privacy",
] as const;

/** The fields of a viewing, of owners and of a call. */
export type ContactFields = {
  ViewingFields: ComponentType<ViewingFieldsProps>;
  HomeFields: ComponentType<HomeFieldsProps>;
  CallTime: ComponentType<CallTimeProps>;
};

export type EnquiryFormProps = {
  form: Form;
  /** The person of the home, who answers; in place of that of the form. */
  agent?: Agent | undefined;
  /** The fields that only forms of a contact section have; they are not in the chunk of a home. */
  fields?: ContactFields | undefined;
};

/**
 * EnquiryForm sends an enquiry to the agency. It is a plain form that works without scripts. The
 * server validates the fields and returns the errors in the language of the page.
 */
export function EnquiryForm({ form, agent = form.agent, fields }: EnquiryFormProps) {
  const t = useT();
  const id = useId();
  const { stage, errors, failure, notice, summary, container, submit, reset } = useEnquiry(form);
  const invalid = FIELDS.filter((field) => errors[field]);
  const field = (name: (typeof FIELDS)[number]) => ({
    id: `${id}-${name}`,
    name,
    "aria-invalid": errors[name] ? true : undefined,
    // A page with errors starts at the first invalid field, also without scripts.
    autoFocus: form.errors !== undefined && name === invalid[0],
  });
  const error = (name: (typeof FIELDS)[number], fallback?: ReactNode) =>
    errors[name] ? <span className={styles.error}>{errors[name]}</span> : fallback;

  if (stage === "sent")
    return (
      <div ref={container} className={styles.thanks}>
        <Thanks
          notice={notice ?? form.viewing?.labels.thanks}
          summary={summary}
          onAnother={reset}
        />
      </div>
    );

  return (
    <div ref={container}>
      <form
        method="post"
        action={form.action}
        noValidate
        onSubmit={submit}
        className={styles.form}
        aria-label={t(form.call ? "enquiry.call.title" : `enquiry.title.${form.kind}`)}
      >
        {form.call ? null : (
          <p className={styles.lead}>{form.viewing?.labels.lead ?? t("enquiry.lead")}</p>
        )}
        {form.reference ? (
          <p className={styles.about}>{t("enquiry.about", { reference: form.reference })}</p>
        ) : null}
        {agent ? (
          <Answering agent={agent}>{t("enquiry.answering", { name: agent.name })}</Answering>
        ) : null}
        {failure ? (
          <Failure text={failure}>
            {invalid.map((name) => (
              <li key={name}>
                <a href={`#${id}-${name}`}>{errors[name]}</a>
              </li>
            ))}
          </Failure>
        ) : null}
        <input type="hidden" name="kind" value={form.kind} />
        <input type="hidden" name="page" value={form.page} />
        <input type="hidden" name="reference" value={form.reference ?? ""} />
        {form.ids ? <input type="hidden" name="ids" value={form.ids} /> : null}
        {form.viewing && fields ? (
          <fields.ViewingFields
            viewing={form.viewing}
            values={form.values}
            field={field}
            error={error}
          />
        ) : null}
        <TextInput
          {...field("name")}
          label={t("enquiry.name")}
          autoComplete="name"
          required
          defaultValue={form.values?.name}
          note={error("name")}
          className={styles.wide}
        />
        {form.call ? null : (
          <TextInput
            {...field("mail")}
            type="email"
            label={t("enquiry.mail")}
            autoComplete="email"
            defaultValue={form.values?.mail}
            note={error("mail", t("enquiry.either"))}
          />
        )}
        <TextInput
          {...field("phone")}
          type="tel"
          label={t("enquiry.phone")}
          autoComplete="tel"
          defaultValue={form.values?.phone}
          required={form.call}
          note={error("phone", form.call ? error("mail") : undefined)}
        />
        {form.kind === "sell" && !form.call && fields ? (
          <fields.HomeFields id={id} values={form.values} wide={styles.wide} />
        ) : null}
        {form.stay ? <StayFields id={id} labels={form.stay} values={form.values} /> : null}
        {form.call && fields ? (
          <fields.CallTime {...field("message")} />
        ) : (
          <TextArea
            {...field("message")}
            label={t("enquiry.message")}
            rows={5}
            defaultValue={form.values?.message}
            note={error("message")}
            className={styles.wide}
          />
        )}
        <Honeypot id={`${id}-website`} />
        <Privacy
          {...field("privacy")}
          policy={form.privacy.href}
          checked={form.values?.privacy ?? false}
          error={errors.privacy}
        />
        <Button type="submit" aria-disabled={stage === "sending"} className={styles.send}>
          {t(
            stage === "sending"
              ? "enquiry.sending"
              : form.call
                ? "enquiry.call.send"
                : "enquiry.send",
          )}
        </Button>
      </form>
    </div>
  );
}

type StayFieldsProps = {
  id: string;
  labels: NonNullable<Form["stay"]>;
  values: Form["values"];
};

/** StayFields ask the guest of a holiday home for arrival, nights and guests. */
function StayFields({ id, labels, values }: StayFieldsProps) {
  return (
    <>
      <TextInput
        id={`${id}-arrival`}
        name="arrival"
        type="date"
        label={labels.arrival}
        defaultValue={values?.arrival}
        className={styles.wide}
      />
      {(["nights", "people"] as const).map((name) => (
        <TextInput
          key={name}
          id={`${id}-${name}`}
          name={name}
          inputMode="numeric"
          label={labels[name]}
          defaultValue={values?.[name]}
        />
      ))}
    </>
  );
}

type ThanksProps = {
  /** Replaces the promise of a reply. */
  notice: string | undefined;
  summary: EnquirySummary | undefined;
  onAnother: () => void;
};

/** Thanks replaces the form after the enquiry is stored. */
function Thanks({ notice, summary, onAnother }: ThanksProps) {
  const t = useT();
  return (
    <>
      <div role="status" tabIndex={-1} data-answer="" className={styles.answer}>
        <p className={styles.thanksTitle}>{t("enquiry.sent")}</p>
        <p>{notice ?? t("enquiry.sentText")}</p>
      </div>
      {summary ? <Summary summary={summary} /> : null}
      <Button variant="line" onClick={onAnother}>
        {t("enquiry.another")}
      </Button>
    </>
  );
}

type FailureProps = { text: string; children: ReactNode[] };

/** Failure is the error message, with links to the invalid fields. */
function Failure({ text, children }: FailureProps) {
  return (
    <div role="alert" tabIndex={-1} data-answer="" className={styles.failure}>
      <p>{text}</p>
      {children.length > 0 ? <ul>{children}</ul> : null}
    </div>
  );
}

type HoneypotProps = { id: string };

/** Honeypot is a hidden field that only bots fill in. */
function Honeypot({ id }: HoneypotProps) {
  const t = useT();
  return (
    <div className={styles.trap} aria-hidden="true">
      <label htmlFor={id}>{t("enquiry.trap")}</label>
      <input id={id} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

type PrivacyProps = ComponentProps<"input"> & {
  id: string;
  /** Link of the privacy policy. */
  policy: string;
  checked: boolean;
  error: string | undefined;
};

/** Privacy is the consent checkbox with a link to the privacy policy. */
function Privacy({ id, policy, checked, error, ...box }: PrivacyProps) {
  const t = useT();
  const [before, after] = t("enquiry.privacy", { policy: "|" }).split("|");
  const note = `${id}-note`;
  return (
    <div className={styles.consent}>
      <input
        {...box}
        id={id}
        type="checkbox"
        value="yes"
        required
        defaultChecked={checked}
        aria-describedby={error ? note : undefined}
        className={styles.box}
      />
      <label htmlFor={id} className={styles.agree}>
        {before}
        <a href={policy} target="_blank" rel="noopener">
          {t("enquiry.policy")}
          <VisuallyHidden> ({t("enquiry.newTab")})</VisuallyHidden>
        </a>
        {after}
      </label>
      {error ? (
        <p id={note} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
