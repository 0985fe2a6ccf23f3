import type { FileHandle, UploadSource } from '../../model/drive/uploads/upload-item.ts';

type Dropped = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** Whether what is dragged over a place are files. */
export function holdsFiles(dragged: DataTransfer): boolean {
  return dragged.types.includes('Files');
}

/** The files that were dropped, and those in folders, with the folders that they lay in. To be called at once: what was dropped is gone with the event. */
export async function readDropped(dropped: DataTransfer): Promise<UploadSource[]> {
  const items = [...dropped.items].filter(({ kind }) => kind === 'file');
  const found = await Promise.all(
    items.map(async (item) => {
      const file = item.getAsFile();
      const entry = item.webkitGetAsEntry();
      const handle = (item as Dropped).getAsFileSystemHandle?.().catch(() => null);
      if (entry?.isDirectory) return readFolder(entry as FileSystemDirectoryEntry, [entry.name]);
      if (!file) return [];
      const given = await handle;
      return [{ file, handle: given?.kind === 'file' ? (given as FileHandle) : undefined, folders: [] }];
    }),
  );
  return found.flat();
}

async function readFolder(folder: FileSystemDirectoryEntry, folders: string[]): Promise<UploadSource[]> {
  const reader = folder.createReader();
  const sources: UploadSource[] = [];
  // It gives a hundred at a time, and none when there are no more.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return sources;
    for (const entry of entries) {
      if (entry.isDirectory) {
        sources.push(...(await readFolder(entry as FileSystemDirectoryEntry, [...folders, entry.name])));
      } else {
        sources.push({ file: await fileOf(entry as FileSystemFileEntry), folders });
      }
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
