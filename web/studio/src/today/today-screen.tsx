import type { ReactNode } from "react";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { useGet } from "../api/query.ts";
import { Link } from "../app/router.tsx";
import { useSession } from "../app/session.ts";
import { EnquiryRow } from "../enquiries/enquiry-row.tsx";
import { enquiryPath } from "../enquiries/path.ts";
import type { LogEntry, PropertyRow, Today, Viewing } from "../generated/api.ts";
import { EntryLine } from "../log/entry-line.tsx";
import { formatDay, formatTime } from "../parts/dates.ts";
import { Failure } from "../parts/failure.tsx";
import { Page } from "../parts/page.tsx";
import { Panel } from "../parts/panel.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { dayIn } from "../parts/zoned-time.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./today.module.css";
import { todayWords } from "./words.ts";

/** The screen looks for news in this time (ms). */
const EVERY = 60_000;

/** TodayScreen is what needs somebody today. */
export default function TodayScreen() {
  const t = useWords(todayWords);
  const lang = useLang();
  const { user, site } = useSession();
  const { data, error, refetch } = useGet<Today>("today", { every: EVERY });
  const now = new Date().toISOString();
  const hour = Number(formatTime(now, "en", site.zone).slice(0, 2));
  const greeting = hour < 12 ? t.morning : hour < 20 ? t.afternoon : t.evening;
  return (
    <Page
      title={t.title}
      above={
        <p className={styles.date}>
          {greeting(user.name.split(" ")[0] ?? user.name)} · {formatDay(now, lang, site.zone)}
        </p>
      }
      wide
    >
      {site.demo ? (
        <div className={styles.demo}>
          <p>{t.demo}</p>
          {user.role === "owner" ? (
            <p>
              {t.demoStart} <code>estate demo --remove</code>
            </p>
          ) : null}
        </div>
      ) : null}
      <Failure error={error} onAgain={refetch} />
      {data ? <Parts today={data} /> : error ? null : <Waiting />}
    </Page>
  );
}

function Parts({ today }: { today: Today }) {
  const t = useWords(todayWords);
  const {
    user: { role },
    site: { zone },
  } = useSession();
  const { enquiries, viewings, blocking, blocked, changes } = today;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Panel
          title={today.new > 0 ? `${t.enquiries} · ${today.new}` : t.enquiries}
          actions={<More to="/studio/enquiries/">{t.allEnquiries}</More>}
        >
          {enquiries.length > 0 ? (
            <ul className={styles.enquiries} data-narrow="">
              {enquiries.map((enquiry) => (
                <li key={enquiry.label}>
                  <EnquiryRow enquiry={enquiry} brief />
                </li>
              ))}
            </ul>
          ) : (
            <Nothing>{t.noEnquiries}</Nothing>
          )}
        </Panel>
        <div className={styles.last}>
          <Panel
            title={t.changes}
            actions={role === "agent" ? null : <More to="/studio/log/">{t.log}</More>}
          >
            {changes.length > 0 ? (
              byDay(changes, zone).map(([name, entries]) => (
                <div key={name} className={styles.day}>
                  <h3 className={styles.dayName}>{t[name]}</h3>
                  <ul className={styles.changes}>
                    {entries.map((entry) => (
                      <li key={entry.change}>
                        <EntryLine entry={entry} />
                      </li>
                    ))}
                  </ul>
                </div>
              ))
            ) : (
              <Nothing>{t.noChanges}</Nothing>
            )}
          </Panel>
        </div>
      </div>
      <div className={styles.column}>
        <Panel title={t.viewings}>
          {viewings.length > 0 ? (
            <Viewings viewings={viewings} />
          ) : (
            <Nothing>{t.noViewings}</Nothing>
          )}
        </Panel>
        <Panel
          title={blocked > 0 ? `${t.blocking} · ${blocked}` : t.blocking}
          actions={
            blocked > 0 ? <More to="/studio/properties/?show=findings">{t.allBlocking}</More> : null
          }
        >
          {blocking.length > 0 ? (
            <ul className={styles.blocking}>
              {blocking.map((row) => (
                <li key={row.id}>
                  <Blocking row={row} />
                </li>
              ))}
            </ul>
          ) : (
            <Nothing>{t.noBlocking}</Nothing>
          )}
        </Panel>
      </div>
    </div>
  );
}

/** The changes of today and of yesterday. */
function byDay(changes: LogEntry[], zone: string): ["today" | "yesterday", LogEntry[]][] {
  const today = dayIn(zone, Date.now());
  const of = (isToday: boolean) =>
    changes.filter(({ at }) => (dayIn(zone, at) === today) === isToday);
  const days: ["today" | "yesterday", LogEntry[]][] = [
    ["today", of(true)],
    ["yesterday", of(false)],
  ];
  return days.filter(([, entries]) => entries.length > 0);
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className={styles.nothing}>{children}</p>
);

const More = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.more}>
    {children}
  </Link>
);

function Viewings({ viewings }: Pick<Today, "viewings">) {
  const t = useWords(todayWords);
  const { zone } = useSession().site;
  const today = dayIn(zone, Date.now());
  const days: [string, Viewing[]][] = [
    [t.today, viewings.filter(({ at }) => dayIn(zone, at) === today)],
    [t.tomorrow, viewings.filter(({ at }) => dayIn(zone, at) !== today)],
  ];
  return days.map(([name, list]) =>
    list.length > 0 ? (
      <div key={name} className={styles.day}>
        <h3 className={styles.dayName}>{name}</h3>
        <ul>
          {list.map((viewing) => (
            <li key={`${viewing.label} ${viewing.at}`}>
              <ViewingLine viewing={viewing} />
            </li>
          ))}
        </ul>
      </div>
    ) : null,
  );
}

function ViewingLine({ viewing: { label, name, property, at, confirmed } }: { viewing: Viewing }) {
  const t = useWords(todayWords);
  const lang = useLang();
  const { zone } = useSession().site;
  return (
    <Link to={enquiryPath(label)} className={styles.viewing}>
      <time dateTime={at} className={styles.time}>
        {formatTime(at, lang, zone)}
      </time>
      <span>
        {name}
        <span className={styles.property}>{property}</span>
      </span>
      <span className={styles.state} data-confirmed={confirmed || undefined}>
        {confirmed ? <Icon name="check" /> : null}
        {confirmed ? t.confirmed : t.wished}
      </span>
    </Link>
  );
}

function Blocking({ row: { reference, title, findings = [] } }: { row: PropertyRow }) {
  return (
    <Link
      to={`/studio/properties/?q=${encodeURIComponent(reference || title)}`}
      className={styles.block}
    >
      <span className={styles.reference}>{reference}</span>
      <span className={styles.title}>{title}</span>
      <span className={styles.findings}>{findings.map(({ text }) => text).join(" ")}</span>
    </Link>
  );
}
