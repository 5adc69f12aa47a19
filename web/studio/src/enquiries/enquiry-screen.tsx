import { Button, buttonClass } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { ApiProblem, call } from "../api/call.ts";
import { queries, reload, useGet } from "../api/query.ts";
import { Link, navigate } from "../app/router.tsx";
import type { ScreenProps } from "../app/screen-props.ts";
import { useSession } from "../app/session.ts";
import type { EnquiryDetail } from "../generated/api.ts";
import { formatMoment } from "../parts/dates.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toast.tsx";
import { useTask } from "../parts/use-task.ts";
import { Waiting } from "../parts/waiting.tsx";
import { useLang, useWords } from "../words/words.ts";
import type { Act } from "./act.ts";
import { AnswerPanel } from "./answer-panel.tsx";
import styles from "./enquiry.module.css";
import { EnquiryRow } from "./enquiry-row.tsx";
import { HandlingPanel } from "./handling-panel.tsx";
import { RemovePanel } from "./remove-panel.tsx";
import { ViewingPanel } from "./viewing-panel.tsx";
import { enquiryWords } from "./words.ts";

/** EnquiryScreen is one enquiry: what was written, what was answered, and who looks after it. */
export default function EnquiryScreen({ parameter: label }: ScreenProps) {
  const t = useWords(enquiryWords);
  const path = `enquiries/${encodeURIComponent(label)}`;
  const { data, error, refetch } = useGet<EnquiryDetail>(path);
  const act: Act = async (action, body) => {
    const detail = await call<EnquiryDetail | undefined>("POST", `${path}/${action}`, body);
    reload("enquiries?", "today");
    if (detail) {
      queries.setQueryData([path], detail);
    } else {
      // An agent has given the enquiry to somebody else.
      queries.removeQueries({ queryKey: [path] });
      navigate("/studio/enquiries/", { replace: true });
      showToast(t.givenAway);
    }
  };
  const above = (
    <Link to="/studio/enquiries/" className={styles.back}>
      <Icon name="left" />
      {t.back}
    </Link>
  );
  if (!data) {
    const gone = error instanceof ApiProblem && error.problem.type === "not-found";
    return (
      <Page title={t.title} above={above}>
        {gone ? <p>{t.gone}</p> : <Failure error={error} onAgain={refetch} />}
        {error ? null : <Waiting />}
      </Page>
    );
  }
  return (
    <Page title={data.name} above={above} actions={<Contact detail={data} />} wide>
      <Facts detail={data} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <MessagePanel detail={data} />
          {data.viewing ? <ViewingPanel viewing={data.viewing} act={act} /> : null}
          <AnswerPanel key={label} detail={data} act={act} />
        </div>
        <div className={styles.aside}>
          <HandlingPanel key={label} detail={data} act={act} />
          <Problems detail={data} act={act} />
          <Others detail={data} />
          <RemovePanel detail={data} path={path} />
        </div>
      </div>
    </Page>
  );
}

type DetailProps = { detail: EnquiryDetail };

function Contact({ detail: { phone, whatsapp, mail } }: DetailProps) {
  const t = useWords(enquiryWords);
  const look = buttonClass({ variant: "line", size: "small" });
  return (
    <>
      {phone ? (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={look} title={phone}>
          <Icon name="phone" />
          {t.call}
        </a>
      ) : null}
      {whatsapp ? (
        <a href={whatsapp} target="_blank" rel="noreferrer" className={look}>
          <Icon name="message" />
          {t.whatsapp}
        </a>
      ) : null}
      {mail ? (
        <a href={`mailto:${mail}`} className={look} title={mail}>
          <Icon name="mail" />
          {t.write}
        </a>
      ) : null}
    </>
  );
}

function Facts({ detail }: DetailProps) {
  const t = useWords(enquiryWords);
  const lang = useLang();
  const { site } = useSession();
  const { kind, reference, created, phone, mail, page, campaign, agreed, policy } = detail;
  return (
    <ul className={styles.facts}>
      <li>
        {t.kind[kind] ?? kind}
        {reference ? ` · ${reference}` : ""}
      </li>
      <li>{t.received(formatMoment(created, lang, site.zone))}</li>
      <li>{t.writes(t.language[detail.lang] ?? detail.lang)}</li>
      {phone ? <li>{phone}</li> : null}
      {mail ? <li>{mail}</li> : null}
      {page ? (
        <li>
          {t.from}{" "}
          <a href={site.url + page} target="_blank" rel="noreferrer" className={styles.link}>
            {page}
          </a>
        </li>
      ) : null}
      {campaign ? (
        <li>
          {t.campaign} {campaign}
        </li>
      ) : null}
      <li title={policy}>{t.agreed(formatMoment(agreed, lang, site.zone))}</li>
    </ul>
  );
}

function MessagePanel({ detail: { message, properties = [] } }: DetailProps) {
  const t = useWords(enquiryWords);
  const { site } = useSession();
  return (
    <Panel title={t.message}>
      {message ? (
        <p className={styles.message}>{message}</p>
      ) : (
        <p className={styles.soft}>{t.noMessage}</p>
      )}
      {properties.length > 0 ? (
        <ul className={styles.properties} aria-label={t.properties}>
          {properties.map(({ name, hint, link }) => (
            <li key={link}>
              <a
                href={site.url + link}
                target="_blank"
                rel="noreferrer"
                className={styles.property}
              >
                <Icon name="built" />
                <span>{name}</span>
                {hint ? <span className={styles.soft}>{hint}</span> : null}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

/** Problems of deliveries, and spam that may be none: both are delivered again. */
function Problems({ detail: { problems = [], state, delivery }, act }: DetailProps & { act: Act }) {
  const t = useWords(enquiryWords);
  const { busy, run } = useTask();
  const spam = state === "spam";
  if (problems.length === 0 && !spam) return null;
  return (
    <Panel title={spam ? t.spam : t.problems} note={spam ? t.spamHelp : undefined}>
      {problems.length > 0 ? (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
      {spam || delivery === "failed" ? (
        <div>
          <Button
            variant="line"
            size="small"
            disabled={busy}
            onClick={() => run(() => act("retry", {}))}
          >
            {spam ? t.noSpam : t.deliverAgain}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function Others({ detail: { others = [] } }: DetailProps) {
  const t = useWords(enquiryWords);
  if (others.length === 0) return null;
  return (
    <Panel title={t.others}>
      <ul className={styles.others} data-narrow="">
        {others.map((enquiry) => (
          <li key={enquiry.label}>
            <EnquiryRow enquiry={enquiry} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
