import { useT } from "../../i18n/use-t.ts";
import { type ButtonLook, buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { toggleFavorite, useIsFavorite } from "../favorites/favorites.ts";
import styles from "./favorite-button.module.css";

export type FavoriteHeartProps = { id: number; title: string };

/** FavoriteHeart is the favorite button of a card; pressed means saved. */
export function FavoriteHeart({ id, title }: FavoriteHeartProps) {
  const t = useT();
  const saved = useIsFavorite(id);
  return (
    <button
      type="button"
      className={styles.heart}
      aria-pressed={saved}
      aria-label={t("favorites.saveHome", { title })}
      onClick={() => toggleFavorite(id)}
    >
      <Icon name="heart" solid={saved} className={styles.icon} />
    </button>
  );
}

export type FavoriteButtonProps = { id: number; look: ButtonLook };

/** FavoriteButton is the favorite button with text: Save, or Saved! */
export function FavoriteButton({ id, look }: FavoriteButtonProps) {
  const t = useT();
  const saved = useIsFavorite(id);
  return (
    <button
      type="button"
      className={cx(buttonClass(look), styles.worded)}
      aria-pressed={saved}
      onClick={() => toggleFavorite(id)}
    >
      <Icon name="heart" solid={saved} />
      {saved ? t("favorites.saved") : t("favorites.save")}
    </button>
  );
}
