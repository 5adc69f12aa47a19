import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { call } from "../api/call.ts";
import { forgetAll, unsent } from "../api/deliver.ts";
import { dropAllDrafts } from "../api/drafts.ts";
import { sentenceOf } from "../api/failure.ts";
import { queries } from "../api/query.ts";
import { Boundary } from "../app/boundary.tsx";
import { Link, usePathname } from "../app/router.tsx";
import { findRoute, mayOpen, type Route, routes } from "../app/routes.ts";
import { fetchSession, setSession, useSession } from "../app/session.ts";
import { Decisions } from "../parts/decisions.tsx";
import { Page } from "../parts/page.tsx";
import { StudioIcon } from "../parts/studio-icon.tsx";
import { clearToasts, showToast, Toasts } from "../parts/toast.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { common } from "../words/common.ts";
import { useLang, useWords } from "../words/words.ts";
import { Connection } from "./connection.tsx";
import { Palette } from "./palette.tsx";
import { Questions } from "./questions.tsx";
import styles from "./shell.module.css";
import { shellWords } from "./words.ts";

/** The session is asked for again in this time (ms): its end, another role, another build. */
const SESSION_EVERY = 300_000;

/** Shell is the frame of all screens: rail or bottom bar, the screen, messages and questions. */
export default function Shell() {
  useEffect(() => {
    const timer = setInterval(() => fetchSession().catch(() => {}), SESSION_EVERY);
    return () => clearInterval(timer);
  }, []);
  const t = useWords(shellWords);
  return (
    <QueryClientProvider client={queries}>
      <div className={styles.shell}>
        <a className="skip-link" href="#content">
          {t.skip}
        </a>
        <Navigation />
        <main id="content" className={styles.content}>
          <Connection />
          <Boundary>
            <Suspense fallback={<Waiting />}>
              <Screen />
            </Suspense>
          </Boundary>
        </main>
      </div>
      <Toasts />
      <Decisions />
      <Questions />
    </QueryClientProvider>
  );
}

function Screen() {
  const path = usePathname();
  const { role } = useSession().user;
  const t = useWords(shellWords);
  const found = findRoute(path);
  if (!found || !mayOpen(found.route, role)) {
    return (
      <Page title={t.notFound}>
        <p>
          <Link to="/studio/" className={styles.textLink}>
            {t.toStart}
          </Link>
        </p>
      </Page>
    );
  }
  const { screen: Found } = found.route;
  return <Found key={path} parameter={found.parameter} />;
}

async function signOut() {
  try {
    await call("DELETE", "session", undefined, { askUser: false });
  } catch (error) {
    showToast(sentenceOf(error), { problem: true });
    return;
  }
  queries.clear();
  clearToasts();
  await Promise.all([forgetAll(), dropAllDrafts()]);
  setSession(null);
}

function Navigation() {
  const t = useWords(shellWords);
  const { cancel } = useWords(common);
  const path = usePathname();
  const { user, site } = useSession();
  const [more, setMore] = useState(false);
  const [asking, setAsking] = useState(false);
  const [finding, setFinding] = usePalette();
  const leave = () => (unsent.get().count > 0 ? setAsking(true) : void signOut());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the list
  useEffect(() => setMore(false), [path]);
  const entries = routes.filter((route) => route.icon && mayOpen(route, user.role));
  const inBar = entries.filter((route) => route.bottom);
  const last = (
    <>
      <a href={site.url} target="_blank" rel="noreferrer" className={styles.entry}>
        <Icon name="globe" />
        <span>{t.site}</span>
      </a>
      <button type="button" className={styles.entry} onClick={leave}>
        <Icon name="arrow" />
        <span>{t.signOut}</span>
      </button>
    </>
  );
  return (
    <>
      <nav className={styles.rail} aria-label={t.navigation}>
        <p className={styles.brand}>{site.name}</p>
        <button type="button" className={styles.find} onClick={() => setFinding(true)}>
          <Icon name="search" />
          <span>{t.find}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <ul className={styles.entries}>
          {entries.map((route) => (
            <li key={route.path}>
              <Entry route={route} path={path} />
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <p className={styles.user}>{user.name}</p>
          {last}
        </div>
      </nav>
      <nav className={styles.bar} aria-label={t.navigation}>
        {inBar.map((route) => (
          <Entry key={route.path} route={route} path={path} />
        ))}
        <button
          type="button"
          className={styles.entry}
          aria-haspopup="dialog"
          onClick={() => setMore(true)}
        >
          <Icon name="menu" />
          <span>{t.more}</span>
        </button>
      </nav>
      <Dialog open={more} onClose={() => setMore(false)} label={t.more} className={styles.sheet}>
        <p className={styles.user}>{user.name}</p>
        <button
          type="button"
          className={styles.entry}
          onClick={() => {
            setMore(false);
            setFinding(true);
          }}
        >
          <Icon name="search" />
          <span>{t.find}</span>
        </button>
        <ul className={styles.entries}>
          {entries
            .filter((route) => !route.bottom)
            .map((route) => (
              <li key={route.path}>
                <Entry route={route} path={path} />
              </li>
            ))}
        </ul>
        {last}
      </Dialog>
      {finding ? <Palette onClose={() => setFinding(false)} onSignOut={leave} /> : null}
      <Dialog open={asking} onClose={() => setAsking(false)} label={t.leaveTitle}>
        <div className={styles.question}>
          <h2>{t.leaveTitle}</h2>
          <p>{t.leaveNote}</p>
          <Button onClick={() => setAsking(false)}>{cancel}</Button>
          <Button variant="line" onClick={() => void signOut()}>
            {t.leaveAnyway}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** Whether the palette is open: Ctrl K opens it anywhere, "/" outside fields. */
function usePalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const target = event.target as Element;
      const slash =
        event.key === "/" && !target.closest("input, textarea, select, [contenteditable]");
      if (!(shortcut || slash) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return [open, setOpen] as const;
}

function Entry({ route, path }: { route: Route; path: string }) {
  const lang = useLang();
  const current = route.path === "/studio/" ? path === route.path : path.startsWith(route.path);
  return (
    <Link to={route.path} className={styles.entry} aria-current={current ? "page" : undefined}>
      {route.icon ? <StudioIcon name={route.icon} /> : null}
      <span>{route.name[lang]}</span>
    </Link>
  );
}
