import { say } from '../../i18n/i18n.ts';
import type { FileHandle, UploadSource } from '../../model/drive/uploads/upload-item.ts';
import { notify } from '../notices/notify.ts';

type Dropped = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** Whether the dragged items are files. */
export function holdsFiles(dragged: DataTransfer): boolean {
  return dragged.types.includes('Files');
}

/** Maximum names in a notice. */
const NAMES_SAID = 3;

/**
 * The dropped files, and those within dropped folders, with their paths; unreadable and empty items are
 * reported. Call it synchronously: the data is gone after the event.
 */
export async function readDropped(dropped: DataTransfer): Promise<UploadSource[]> {
  const unreadable: string[] = [];
  const empty: string[] = [];
  const items = [...dropped.items].filter(({ kind }) => kind === 'file');
  const found = await Promise.all(
    items.map(async (item) => {
      const file = item.getAsFile();
      const entry = item.webkitGetAsEntry();
      const handle = (item as Dropped).getAsFileSystemHandle?.().catch(() => null);
      if (entry?.isDirectory)
        return readFolder(entry as FileSystemDirectoryEntry, [entry.name], { unreadable, empty });
      if (!file) {
        if (entry) unreadable.push(entry.name);
        return [];
      }
      const given = await handle;
      return [{ file, handle: given?.kind === 'file' ? (given as FileHandle) : undefined, folders: [] }];
    }),
  );
  if (unreadable.length > 0) announce('uploads.unreadable', unreadable);
  if (empty.length > 0) announce('uploads.emptyFolders', empty);
  return found.flat();
}

async function readFolder(
  folder: FileSystemDirectoryEntry,
  folders: string[],
  left: { unreadable: string[]; empty: string[] },
): Promise<UploadSource[]> {
  const reader = folder.createReader();
  const sources: UploadSource[] = [];
  const { unreadable } = left;
  let isEmpty = true;
  // It returns a hundred entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    ).catch(() => {
      unreadable.push(folder.name);
      isEmpty = false;
      return [];
    });
    if (entries.length === 0) {
      if (isEmpty) left.empty.push(folder.name);
      return sources;
    }
    isEmpty = false;
    for (const entry of entries) {
      if (entry.isDirectory) {
        const below = [...folders, entry.name];
        sources.push(...(await readFolder(entry as FileSystemDirectoryEntry, below, left)));
      } else {
        const file = await fileOf(entry as FileSystemFileEntry).catch(() => null);
        if (file) sources.push({ file, folders });
        else unreadable.push(entry.name);
      }
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function announce(what: 'uploads.unreadable' | 'uploads.emptyFolders', all: readonly string[]): void {
  const more = all.length > NAMES_SAID ? '…' : '';
  const names = all.slice(0, NAMES_SAID).join(', ') + more;
  const text = say(what, { count: all.length, names });
  notify({ text, tone: 'danger', seconds: 8 });
}
