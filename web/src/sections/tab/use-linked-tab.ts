import { useEffect, useState } from "react";

/**
 * The index of the selected tab, and how to select one. The hash of the address names the tab too
 * (#papers); selecting a tab replaces the hash without a history entry.
 */
export function useLinkedTab(ids: string[]): [number, (index: number) => void] {
  const [selected, setSelected] = useState(0);
  const known = ids.join(" ");

  useEffect(() => {
    const onHash = () => {
      const index = known.split(" ").indexOf(window.location.hash.slice(1));
      if (index < 0) return;
      setSelected(index);
      // The panel was hidden, so the browser did not scroll to it.
      requestAnimationFrame(() =>
        document.getElementById(window.location.hash.slice(1))?.scrollIntoView(),
      );
    };
    onHash();
    window.addEventListener("hashchange", onHash);
    window.addEventListener("popstate", onHash);
    return () => {
      window.removeEventListener("hashchange", onHash);
      window.removeEventListener("popstate", onHash);
    };
  }, [known]);

  const select = (index: number) => {
    setSelected(index);
    window.history.replaceState(window.history.state, "", `#${ids[index]}`);
  };
  return [selected, select];
}
