import { AlertForm } from "../../features/enquiry/alert-form.tsx";
import { contactFields } from "../../features/enquiry/contact-fields.ts";
import { EnquiryForm } from "../../features/enquiry/enquiry-form.tsx";
import { Summary } from "../../features/enquiry/summary.tsx";
import type {
  Anchor,
  ContactSection,
  EnquiryForm as EnquiryFormData,
} from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { Breakable } from "../../ui/breakable/breakable.tsx";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon, type IconName } from "../../ui/icon/icon.tsx";
import styles from "./contact.module.css";

/** Contact shows the contact details of the agency and the enquiry form. */
export default function Contact({ section }: SectionProps<"contact">) {
  const t = useT();
  const { form, alert, summary } = section;
  if (alert)
    return (
      <Band tone="linen" title={section.title} text={section.text} className={styles.both}>
        <div className={cx(styles.sheet, styles.single)}>
          <AlertForm form={alert} />
        </div>
        <ContactDetails section={section} />
      </Band>
    );
  if (summary)
    return (
      <Band tone="linen" title={section.title} text={section.text} className={styles.both}>
        <div className={styles.sheet}>
          <Summary summary={summary} />
        </div>
        <ContactDetails section={section} />
      </Band>
    );
  if (!form)
    return (
      <Band tone="linen" title={section.title} text={section.text}>
        <ContactDetails section={section} />
      </Band>
    );
  if (form.call) return <Callback section={section} form={form} />;
  const title = t(`enquiry.title.${form.kind}`);
  const formPart = (
    <div className={styles.sheet} id="enquiry">
      {title === section.title ? null : <h3 className={styles.formTitle}>{title}</h3>}
      <EnquiryForm key={form.page} form={form} fields={contactFields} />
    </div>
  );
  // The form comes first for owners, and when the server has returned it with errors.
  const formFirst = form.kind === "sell" || form.kind === "viewing" || form.values !== undefined;
  return (
    <Band tone="linen" title={section.title} text={section.text} className={styles.both}>
      {formFirst ? formPart : null}
      <ContactDetails section={section} />
      {formFirst ? null : formPart}
    </Band>
  );
}

type CallbackProps = { section: ContactSection; form: EnquiryFormData };

/** Callback is the short form of a call, with a link to the long one of the same page. */
function Callback({ section, form }: CallbackProps) {
  const t = useT();
  const phone = section.phones[0];
  return (
    <Band tone="linen" title={section.title} text={section.text} className={styles.both}>
      <div className={styles.sheet}>
        <EnquiryForm key={form.page} form={form} fields={contactFields} />
      </div>
      <p className={styles.callWays}>
        {phone ? (
          <a href={phone.href} className={styles.callNow}>
            <Icon name="phone" />
            {phone.text}
          </a>
        ) : null}
        <a href="#enquiry" className={buttonClass({ variant: "line" })}>
          {t("enquiry.call.toForm")}
        </a>
      </p>
    </Band>
  );
}

type ContactDetailsProps = { section: ContactSection };

/** ContactDetails are telephones, mails, address and opening hours. */
function ContactDetails({ section }: ContactDetailsProps) {
  const t = useT();
  return (
    <div className={styles.ways}>
      <ContactLinks title={t("sections.phones")} icon="phone" links={section.phones} />
      <ContactLinks title={t("sections.mails")} icon="mail" links={section.mails} />
      {section.address.length > 0 ? (
        <div className={styles.way}>
          <Icon name="pin" className={styles.icon} />
          <h3 className={styles.title}>{t("sections.office")}</h3>
          <address>
            {section.address.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </address>
          {section.map ? (
            <a href={section.map} className={styles.map} target="_blank" rel="noopener noreferrer">
              {t("sections.openMap")}
            </a>
          ) : null}
        </div>
      ) : null}
      {section.hours ? (
        <div className={styles.way}>
          <Icon name="clock" className={styles.icon} />
          <h3 className={styles.title}>{t("sections.hours")}</h3>
          <p className={styles.hours}>{withoutBreaks(section.hours)}</p>
        </div>
      ) : null}
    </div>
  );
}

/** Keeps "9.30–19.00" on one line, by word joiners. */
const withoutBreaks = (hours: string): string => hours.replaceAll("–", "\u2060–\u2060");

type ContactLinksProps = { title: string; icon: IconName; links: Anchor[] };

function ContactLinks({ title, icon, links }: ContactLinksProps) {
  if (links.length === 0) return null;
  return (
    <div className={styles.way}>
      <Icon name={icon} className={styles.icon} />
      <h3 className={styles.title}>{title}</h3>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href} className={styles.link}>
              <Breakable text={link.text} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
