/** The files of a drop, those of folders included, by their names within a folder: the order is fixed before the first byte. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => !entry)) return [...transfer.files];
  const files: File[] = [];
  for (const entry of entries) if (entry) files.push(...(await filesIn(entry)));
  return files;
}

/** The largest number of files of a folder. */
const MAX = 200;

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith(".")) return [];
  if (entry.isFile) {
    const file = entry as FileSystemFileEntry;
    return [await new Promise<File>((resolve, reject) => file.file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    // A reader gives a part of a folder at a time.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0 || entries.length >= MAX) break;
    entries.push(...part);
  }
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const files: File[] = [];
  for (const one of entries.slice(0, MAX)) files.push(...(await filesIn(one)));
  return files.filter(({ type }) => type.startsWith("image/") || type === "");
}
