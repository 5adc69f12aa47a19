import { useMemo } from "react";
import { CookieBanner } from "../chrome/cookie-banner.tsx";
import { Later } from "../chrome/later.tsx";
import { MobileMenu } from "../chrome/mobile-menu.tsx";
import { SiteFooter } from "../chrome/site-footer.tsx";
import { SiteHeader } from "../chrome/site-header.tsx";
import { type Navigation, NavigationContext } from "../features/navigation/navigation.ts";
import { ToastRegion } from "../features/toast/toast-region.tsx";
import type { View } from "../generated/view.ts";
import type { Words } from "../i18n/translate.ts";
import { WordsContext } from "../i18n/use-t.ts";
import { DrawSections } from "./draw-sections.tsx";
import { type Failure, FailureScreen } from "./failure-screen.tsx";
import { screens } from "./screens.ts";
import type { Sections } from "./section-registry.ts";

export type AppProps = {
  view: View;
  /** Set when the view of another link could not be fetched; the chrome stays. */
  failure?: Failure | undefined;
  sections: Sections;
  words: Words;
  navigation: Navigation;
};

/** Draws a view: the same on the server and in the browser. */
export function App({ view, failure, sections, words, navigation }: AppProps) {
  const t = useMemo(() => words.in(view.lang), [words, view.lang]);
  const Screen = screens[view.screen];
  const retry = () => failure && navigation.navigate(failure.link, { replace: true });
  return (
    <WordsContext value={t}>
      <NavigationContext value={navigation}>
        <a className="skip-link" href="#content">
          {t("common.skip")}
        </a>
        <SiteHeader view={view} />
        <main id="content" tabIndex={-1}>
          {failure ? (
            <FailureScreen failure={failure} retry={retry} phone={view.chrome.phones[0]} />
          ) : (
            <Screen key={view.screen} view={view}>
              <DrawSections view={view} sections={sections} />
            </Screen>
          )}
        </main>
        <SiteFooter view={view} />
        <MobileMenu view={view} />
        <ToastRegion />
        <CookieBanner />
        <Later view={view} />
      </NavigationContext>
    </WordsContext>
  );
}
