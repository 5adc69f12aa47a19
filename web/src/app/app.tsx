import { memo, useMemo } from "react";
import { CookieBanner } from "../chrome/cookie-banner.tsx";
import { DeferredChrome } from "../chrome/deferred-chrome.tsx";
import { MobileMenu } from "../chrome/mobile-menu.tsx";
import { SiteFooter } from "../chrome/site-footer.tsx";
import { SiteHeader } from "../chrome/site-header.tsx";
import { type Navigation, NavigationContext } from "../features/navigation/navigation.ts";
import { ToastRegion } from "../features/toast/toast-region.tsx";
import type { View } from "../generated/view.ts";
import type { Translator } from "../i18n/translate.ts";
import { TranslateContext } from "../i18n/use-t.ts";
import { type Failure, FailureScreen } from "./failure-screen.tsx";
import { Page } from "./page.tsx";
import type { SectionRegistry } from "./section-registry.ts";

export type AppProps = {
  view: View;
  /** Why the view of another link could not be fetched; the screen shows it in place of the view. */
  failure?: Failure | undefined;
  sections: SectionRegistry;
  translator: Translator;
  navigation: Navigation;
};

/** Renders a view, on the server and in the browser alike. */
export const App = memo(function App(props: AppProps) {
  const { view, failure, sections, translator, navigation } = props;
  const t = useMemo(() => translator.in(view.lang), [translator, view.lang]);
  const retry = () => failure && navigation.navigate(failure.link, { replace: true });
  return (
    <TranslateContext value={t}>
      <NavigationContext value={navigation}>
        <a className="skip-link" href="#content">
          {t("common.skip")}
        </a>
        <SiteHeader view={view} />
        <main id="content" tabIndex={-1}>
          {failure ? (
            <FailureScreen
              failure={failure}
              retry={retry}
              phone={view.chrome.phones[0]}
              loading={view.chrome.loading}
            />
          ) : (
            <Page view={view} sections={sections} />
          )}
        </main>
        <SiteFooter view={view} />
        <MobileMenu view={view} />
        <ToastRegion />
        <CookieBanner />
        <DeferredChrome view={view} />
      </NavigationContext>
    </TranslateContext>
  );
});
