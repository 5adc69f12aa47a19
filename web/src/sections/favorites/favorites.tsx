import { useState } from "react";
import { setCompared, useCompared } from "../../features/compare/compare.ts";
import {
  addFavorites,
  useFavorites,
  useFavoritesUnkept,
} from "../../features/favorites/favorites.ts";
import { Link } from "../../features/navigation/link.tsx";
import { useLinkedView } from "../../features/navigation/navigation.ts";
import { showToast } from "../../features/toast/toast.ts";
import type { FavoritesSection, View } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Button, buttonClass } from "../../ui/button/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { ComparableList } from "./comparable-list.tsx";
import styles from "./favorites.module.css";

/** Favorites shows the visitor's own favorites, or a shared list whose ids are in the link. */
export default function Favorites({ section }: SectionProps<"favorites">) {
  return (
    <section className={styles.favorites}>
      {section.title || section.text ? (
        <div className={styles.head}>
          {section.title ? <h2 className={styles.title}>{section.title}</h2> : null}
          {section.text ? <p className={styles.text}>{section.text}</p> : null}
        </div>
      ) : null}
      {section.ids.length > 0 ? <SharedList section={section} /> : <OwnList section={section} />}
    </section>
  );
}

type SharedListProps = { section: FavoritesSection };

/** SharedList is the list of another visitor; a button adds it to the own favorites. */
function SharedList({ section }: SharedListProps) {
  const t = useT();
  const hydrated = useHydrated();
  const own = useFavorites();
  const [dismissed, setDismissed] = useState<readonly number[]>();
  const [compared, setShared] = useState<readonly number[]>(section.compared ?? []);
  const addable = section.cards.filter(({ id, withdrawn }) => !withdrawn && !own.includes(id));
  const askToAdd = hydrated && addable.length > 0 && dismissed !== section.ids;
  const add = () => {
    addFavorites(addable.map(({ id }) => id));
    showToast(t("sections.favorites.kept"));
  };
  if (section.cards.length === 0) return <Empty section={section} />;
  return (
    <>
      <div className={styles.bar}>
        <p>{t("sections.favorites.shared")}</p>
        <PrintButton />
      </div>
      {askToAdd ? (
        <div className={styles.question} data-screen-only="">
          <p>{t("sections.favorites.ask", { count: addable.length })}</p>
          <Button size="small" onClick={add}>
            <Icon name="heart" />
            {t("sections.favorites.keep")}
          </Button>
          <Button variant="line" size="small" onClick={() => setDismissed(section.ids)}>
            {t("sections.favorites.leave")}
          </Button>
        </div>
      ) : null}
      <ComparableList
        cards={section.cards}
        comparables={section.comparables ?? []}
        ids={compared}
        onChange={setShared}
      />
    </>
  );
}

type OwnListProps = { section: FavoritesSection };

/** OwnList is the visitor's list: the ids are in the browser, the properties come from the server. */
function OwnList({ section }: OwnListProps) {
  const t = useT();
  const hydrated = useHydrated();
  const ids = useFavorites();
  const unkept = useFavoritesUnkept();
  const compared = useCompared();
  const { view, failed, retry } = useLinkedView(
    ids.length > 0 ? lookupLink(section, ids) : undefined,
  );
  if (!hydrated) return <UnknownList section={section} />;
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
          {section.viewing ? (
            <Link
              link={`${section.viewing}?ids=${ids.join(",")}`}
              className={buttonClass({ variant: "line", size: "small" })}
            >
              <Icon name="calendar" />
              {t("sections.favorites.viewing")}
            </Link>
          ) : null}
          {favoritesOf(view)?.alert ? (
            <Link
              link={favoritesOf(view)?.alert?.href ?? ""}
              className={buttonClass({ variant: "line", size: "small" })}
            >
              <Icon name="mail" />
              {favoritesOf(view)?.alert?.text}
            </Link>
          ) : null}
          <ShareList link={sharedLink(section, ids, compared)} />
          <PrintButton />
        </div>
      </div>
      {unkept ? (
        <div className={styles.question} role="alert" data-screen-only="">
          <p>{t("sections.favorites.unkept")}</p>
          <ShareList link={sharedLink(section, ids, compared)} />
        </div>
      ) : null}
      <ComparableList
        cards={favoritesOf(view)?.cards.filter(({ id }) => ids.includes(id)) ?? []}
        comparables={favoritesOf(view)?.comparables ?? []}
        ids={compared}
        onChange={setCompared}
      />
    </>
  );
}

type UnknownListProps = { section: FavoritesSection };

/** UnknownList is the server's HTML: a spinner with scripts, the empty list without. */
function UnknownList({ section }: UnknownListProps) {
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

type EmptyProps = { section: FavoritesSection };

function Empty({ section }: EmptyProps) {
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

/** PrintButton prints the list; styles/print.css hides everything else. */
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

type ShareListProps = { link: string };

/** ShareList shares the list as a link. */
function ShareList({ link }: ShareListProps) {
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

const lookupLink = (section: FavoritesSection, ids: readonly number[]): string =>
  `${section.lookup}?ids=${ids.join(",")}`;

/** The link of the list for others, with the ids of the comparison. Its query is in normal form. */
function sharedLink(
  section: FavoritesSection,
  ids: readonly number[],
  compared: readonly number[],
): string {
  const chosen = compared.filter((id) => ids.includes(id));
  if (chosen.length < 2) return lookupLink(section, ids);
  return `${section.lookup}?compare=${chosen.join(",")}&ids=${ids.join(",")}`;
}

function favoritesOf(view: View): FavoritesSection | undefined {
  const section = view.content.find((candidate) => candidate.kind === "favorites");
  return section?.kind === "favorites" ? section : undefined;
}
