import { useEffect, useState } from "react";

/**
 * The chosen one of several tabs, by its place. The address names it too (#papers): a link to it
 * opens it, and choosing another changes the address without a step in the history.
 */
export function useLinkedTab(ids: string[]): [number, (index: number) => void] {
  const [chosen, setChosen] = useState(0);
  const known = ids.join(" ");

  useEffect(() => {
    const follow = () => {
      const index = known.split(" ").indexOf(window.location.hash.slice(1));
      if (index < 0) return;
      setChosen(index);
      // Hidden until now, the browser could not scroll to it.
      requestAnimationFrame(() =>
        document.getElementById(window.location.hash.slice(1))?.scrollIntoView(),
      );
    };
    follow();
    window.addEventListener("hashchange", follow);
    window.addEventListener("popstate", follow);
    return () => {
      window.removeEventListener("hashchange", follow);
      window.removeEventListener("popstate", follow);
    };
  }, [known]);

  const choose = (index: number) => {
    setChosen(index);
    window.history.replaceState(window.history.state, "", `#${ids[index]}`);
  };
  return [chosen, choose];
}
