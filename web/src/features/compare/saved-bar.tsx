import { useT } from "../../i18n/use-t.ts";
import { useFavorites } from "../favorites/favorites.ts";
import { useNavigate } from "../navigation/navigation.ts";
import { closeCompare, MAX_COMPARED, setCompared } from "./compare.ts";
import { CompareBar } from "./compare-bar.tsx";

export type SavedBarProps = {
  /** The link of the favorites. */
  favorites: string;
};

/** SavedBar is the bar of the results: the saved homes are chosen, and the last four are compared. */
export default function SavedBar({ favorites }: SavedBarProps) {
  const t = useT();
  const saved = useFavorites();
  const navigate = useNavigate();
  const compare = () => {
    setCompared(saved.slice(-MAX_COMPARED));
    navigate(favorites);
  };
  return (
    <CompareBar
      count={saved.length}
      close={t("sections.favorites.closeBar")}
      onCompare={compare}
      onClose={closeCompare}
    />
  );
}
