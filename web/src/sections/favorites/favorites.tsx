import { useState } from "react";
import { addFavorites, useFavorites } from "../../features/favorites/favorites.ts";
import { Link } from "../../features/navigation/link.tsx";
import { useLinkedView } from "../../features/navigation/navigation.ts";
import { showToast } from "../../features/toast/toast.ts";
import type { Card, FavoritesSection, View } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Button, buttonClass } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { ComparableList } from "./comparable-list.tsx";
import styles from "./favorites.module.css";

/** Favorites shows the saved homes, or the list that somebody shared by its address. */
export default function Favorites({ section }: SectionProps<"favorites">) {
  return (
    <section className={styles.favorites}>
      {section.title || section.text ? (
        <div className={styles.head}>
          {section.title ? <h2 className={styles.title}>{section.title}</h2> : null}
          {section.text ? <p className={styles.text}>{section.text}</p> : null}
        </div>
      ) : null}
      {section.ids.length > 0 ? <Shared section={section} /> : <Own section={section} />}
    </section>
  );
}

/** Shared is a list of somebody else: one looks at it, and is asked before it joins one's own. */
function Shared({ section }: { section: FavoritesSection }) {
  const t = useT();
  const hydrated = useHydrated();
  const own = useFavorites();
  const [left, setLeft] = useState<readonly number[]>();
  const offered = section.cards.filter(({ id, withdrawn }) => !withdrawn && !own.includes(id));
  const asks = hydrated && offered.length > 0 && left !== section.ids;
  const keep = () => {
    addFavorites(offered.map(({ id }) => id));
    showToast(t("sections.favorites.kept"));
  };
  if (section.cards.length === 0) return <Empty section={section} />;
  return (
    <>
      <div className={styles.bar}>
        <p>{t("sections.favorites.shared")}</p>
        <PrintButton />
      </div>
      {asks ? (
        <div className={styles.question} data-screen-only="">
          <p>{t("sections.favorites.ask", { count: offered.length })}</p>
          <Button size="small" onClick={keep}>
            <Icon name="heart" />
            {t("sections.favorites.keep")}
          </Button>
          <Button variant="line" size="small" onClick={() => setLeft(section.ids)}>
            {t("sections.favorites.leave")}
          </Button>
        </div>
      ) : null}
      <ComparableList cards={section.cards} />
    </>
  );
}

/** Own is the visitor's list: the browser knows the ids, the server the homes. */
function Own({ section }: { section: FavoritesSection }) {
  const t = useT();
  const hydrated = useHydrated();
  const ids = useFavorites();
  const { view, failed, retry } = useLinkedView(ids.length > 0 ? lookup(section, ids) : undefined);
  if (!hydrated) return <Unknown section={section} />;
  if (ids.length === 0) return <Empty section={section} />;
  if (failed && !view) {
    return (
      <div className={styles.empty}>
        <h2 className={styles.title}>{t("sections.favorites.failed")}</h2>
        <Button onClick={retry}>{t("sections.favorites.retry")}</Button>
      </div>
    );
  }
  if (!view) return <Spinner label={t("sections.favorites.loading")} />;
  return (
    <>
      <div className={styles.bar}>
        <p role="status">{t("favorites.count", { count: ids.length })}</p>
        <div className={styles.tools} data-screen-only="">
          <ShareList link={lookup(section, ids)} />
          <PrintButton />
        </div>
      </div>
      <ComparableList cards={cardsOf(view, ids)} />
    </>
  );
}

/** Unknown is what the server draws: a wait where a script will answer, the plain truth where none does. */
function Unknown({ section }: { section: FavoritesSection }) {
  const t = useT();
  return (
    <>
      <div className={styles.script}>
        <Spinner label={t("sections.favorites.loading")} />
      </div>
      <div className={styles.scriptless}>
        <Empty section={section} />
      </div>
    </>
  );
}

function Empty({ section }: { section: FavoritesSection }) {
  const t = useT();
  return (
    <div className={styles.empty}>
      <Icon name="heart" className={styles.heart} />
      <h2 className={styles.title}>{t("sections.favorites.empty")}</h2>
      <p className={styles.text}>{t("sections.favorites.emptyText")}</p>
      <Link link={section.browse.href} className={buttonClass()}>
        {section.browse.text}
      </Link>
    </div>
  );
}

/** PrintButton prints the list; styles/print.css leaves only the homes. */
function PrintButton() {
  const t = useT();
  return (
    <Button
      variant="line"
      size="small"
      className={styles.script}
      data-screen-only=""
      onClick={() => window.print()}
    >
      <Icon name="print" />
      {t("sections.favorites.print")}
    </Button>
  );
}

/** ShareList hands the list on as a link that shows it anywhere. */
function ShareList({ link }: { link: string }) {
  const t = useT();
  const share = async () => {
    const url = new URL(link, window.location.origin).href;
    try {
      if (navigator.share)
        await navigator.share({ title: t("sections.favorites.shareTitle"), url });
      else {
        await navigator.clipboard.writeText(url);
        showToast(t("property.copied"));
      }
    } catch (err) {
      if (!(err instanceof DOMException && err.name === "AbortError")) showToast(url);
    }
  };
  return (
    <Button variant="line" size="small" onClick={share}>
      <Icon name="share" />
      {t("sections.favorites.share")}
    </Button>
  );
}

const lookup = (section: FavoritesSection, ids: readonly number[]): string =>
  `${section.lookup}?ids=${ids.join(",")}`;

/** cardsOf takes the homes that are still saved from the answer, so one taken off goes at once. */
function cardsOf(view: View, ids: readonly number[]): Card[] {
  const section = view.content.find((candidate) => candidate.kind === "favorites");
  return section?.kind === "favorites" ? section.cards.filter((card) => ids.includes(card.id)) : [];
}
