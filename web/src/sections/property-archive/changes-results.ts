/** changesResults tells whether a link under way brings other homes into the list on screen. */
export function changesResults(going: string, here: string): boolean {
  if (going === "") return false;
  const path = listOf(going.replace(/[?#].*/, ""));
  return path === listOf(here) || /\/(properties|developments)\/$/.test(path);
}

const listOf = (path: string): string => path.replace(/page\/\d+\/$/, "");
