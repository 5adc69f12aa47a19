import page from "../chrome/page-header.module.css";
import { usePending } from "../features/navigation/navigation.ts";
import type { Chrome } from "../generated/view.ts";
import type { Translate } from "../i18n/key.ts";
import { useT } from "../i18n/use-t.ts";
import { Button, buttonClass } from "../ui/button/button.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icon/icon.tsx";
import { Spinner } from "../ui/spinner/spinner.tsx";
import styles from "./failure.module.css";

/** Why a view could not be fetched: the network failed, or the response had no view. */
export type Failure = { link: string; reason: "network" | "server" };

const isOffline = ({ reason }: Failure): boolean => reason === "network";

/** The heading and document title of the failure. */
export const failureTitle = (failure: Failure, t: Translate): string =>
  t(isOffline(failure) ? "offline.title" : "offline.failedTitle");

export type FailureScreenProps = {
  failure: Failure;
  retry: () => void;
  /** A telephone call works without the network. */
  phone: Chrome["phones"][number] | undefined;
  /** The label of the loading screen. */
  loading: string;
};

/**
 * Replaces the screen when its view could not be fetched. While the next one is fetched it is the
 * loading screen, because no view is rendered (specification §2.5.2).
 */
export function FailureScreen({ failure, retry, phone, loading }: FailureScreenProps) {
  const t = useT();
  const offline = isOffline(failure);
  if (usePending())
    return (
      <section className={cx(page.header, styles.screen)}>
        <Spinner label={loading} />
      </section>
    );
  return (
    <section className={cx(page.header, styles.screen)}>
      <div className={page.text}>
        <h1 className={page.title}>{failureTitle(failure, t)}</h1>
        <p className={page.subtitle}>{t(offline ? "offline.text" : "offline.failedText")}</p>
        <div className={styles.ways}>
          <Button variant="sand" onClick={retry}>
            {t("offline.retry")}
          </Button>
          {phone ? (
            <a href={phone.href} className={buttonClass({ variant: "glass" })}>
              <Icon name="phone" />
              {phone.text}
            </a>
          ) : null}
        </div>
      </div>
    </section>
  );
}
