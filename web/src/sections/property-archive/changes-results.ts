/** Whether a pending link changes the results on the current page. */
export function changesResults(pendingLink: string, currentPath: string): boolean {
  if (pendingLink === "") return false;
  const path = archivePath(pendingLink.replace(/[?#].*/, ""));
  return path === archivePath(currentPath) || /\/(properties|developments)\/$/.test(path);
}

const archivePath = (path: string): string => path.replace(/page\/\d+\/$/, "");
