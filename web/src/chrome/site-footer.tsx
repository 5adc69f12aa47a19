import { reopenConsent } from "../features/consent/consent.ts";
import { Link } from "../features/navigation/link.tsx";
import type { Anchor, Chrome, View } from "../generated/view.ts";
import { useT } from "../i18n/use-t.ts";
import { cachedFragment } from "../lib/cached-fragment.tsx";
import { Breakable } from "../ui/breakable/breakable.tsx";
import { Icon } from "../ui/icon/icon.tsx";
import { Wordmark } from "./logo.tsx";
import { SellCall } from "./sell-call.tsx";
import styles from "./site-footer.module.css";

export type SiteFooterProps = { view: View };

/** SiteFooter is the footer: address, contact, menu, social networks, legal links. */
export function SiteFooter({ view }: SiteFooterProps) {
  const { chrome } = view;
  const { home, siteTitle, logo, address, phones, mails, social, copyright, legal } = chrome;
  return (
    <>
      {chrome.sell ? <SellCall sell={chrome.sell} link={view.link} /> : null}
      <FooterBody
        home={home}
        siteTitle={siteTitle}
        logo={logo.light}
        address={address}
        contact={[...phones, ...mails]}
        explore={chrome.menu
          .filter(({ href }) => href !== "")
          .map(({ href, text }) => ({ href, text }))}
        social={social}
        copyright={copyright}
        legalNote={chrome.legalNote}
        legal={legal}
      />
    </>
  );
}

type FooterBodyProps = Pick<
  Chrome,
  "home" | "siteTitle" | "address" | "social" | "copyright" | "legal"
> & {
  logo: string | undefined;
  contact: Anchor[];
  explore: Anchor[];
  legalNote: string | undefined;
};

const FooterBody = cachedFragment(Footer, { ofChrome: true });

function Footer(props: FooterBodyProps) {
  const { home, siteTitle, logo, address, contact, explore, social, copyright, legalNote, legal } =
    props;
  const t = useT();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.house}>
          <Link link={home} className={styles.logo}>
            <span role="img" aria-label={siteTitle}>
              {logo ? (
                <img src={logo} alt="" loading="lazy" width={150} height={60} data-ink="light" />
              ) : (
                <Wordmark title={siteTitle} />
              )}
            </span>
          </Link>
          {address.length > 0 ? (
            <address className={styles.address}>
              {address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          ) : null}
        </div>
        <Column title={t("ui.footer.contact")} links={contact} />
        {explore.length > 0 ? (
          <nav aria-label={t("ui.footer.explore")}>
            <Column title={t("ui.footer.explore")} links={explore} />
          </nav>
        ) : null}
        <Column title={t("ui.footer.follow")} links={social} external />
      </div>
      <div className={styles.base}>
        <p>
          {copyright}
          {legalNote ? <span className={styles.note}>{legalNote}</span> : null}
        </p>
        <ul className={styles.legal}>
          {legal.map((link) => (
            <li key={link.href}>
              <Link link={link.href} className={styles.link}>
                {link.text}
              </Link>
            </li>
          ))}
          <li className={styles.settings}>
            <button type="button" className={styles.link} onClick={reopenConsent}>
              {t("consent.settings")}
            </button>
          </li>
        </ul>
      </div>
    </footer>
  );
}

type ColumnProps = {
  title: string;
  links: Anchor[];
  /** The links lead to other sites. */
  external?: boolean;
};

function Column({ title, links, external = false }: ColumnProps) {
  if (links.length === 0) return null;
  return (
    <div className={styles.column}>
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href + link.text}>
            {external ? (
              <a href={link.href} className={styles.link} rel="noopener me" target="_blank">
                {link.text}
                <Icon name="arrow" className={styles.out} />
              </a>
            ) : (
              <Link link={link.href} className={styles.link}>
                <Breakable text={link.text} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
