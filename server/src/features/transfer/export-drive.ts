import { createWriteStream } from 'node:fs';
import { rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { TOP } from '../../drive/change-drive.ts';
import { openChunks } from '../../drive/chunks/open-chunks.ts';
import { type FolderCursor, readFolderPage } from '../../drive/entries/lists.store.ts';
import { BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { DEVICE_NAME } from '../../platform/mime/file-names.ts';
import type { ReadDb } from '../../tables.ts';
import type { ExportResult } from './export-maildir.ts';

/** Next to the folders of the Maildir, which begin with a dot or are called cur, new and tmp. */
export const DRIVE_FOLDER = 'drive';

const ENTRIES_A_PAGE = 500;

type ExportDeps = { db: ReadDb; blobs: BlobStore };
type Folder = { id: string; path: string };

/**
 * Writes the files of a drive as a folder tree, each with its latest version. Trashed entries are omitted,
 * and files of an earlier run stay when size and time match.
 */
export async function exportDrive(deps: ExportDeps, mailboxId: number, out: string): Promise<ExportResult> {
  const result: ExportResult = { written: 0, known: 0, problems: [] };
  const root = join(out, DRIVE_FOLDER);
  const waiting: Folder[] = [{ id: TOP, path: root }];
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    let after: FolderCursor | null = null;
    for (;;) {
      const page: Awaited<ReturnType<typeof readFolderPage>> = await readFolderPage(deps.db, mailboxId, {
        ...{ parentId: folder.id, sort: 'name', descending: false, after, limit: ENTRIES_A_PAGE },
      });
      const last = page.at(-1);
      if (!last) break;
      await makeFolder(folder.path);
      for (const entry of page) {
        const path = join(folder.path, safeName(entry.name, entry.id));
        if (entry.version_id === null) {
          await makeFolder(path);
          waiting.push({ id: entry.id, path });
        } else await exportFile(deps, { mailboxId, versionId: entry.version_id, ...entry, path }, result);
      }
      after = { isFolder: last.is_folder, value: last.value, id: last.id };
    }
  }
  return result;
}

type ExportedFile = { mailboxId: number; versionId: string; path: string; size: number; modified_at: number };

async function exportFile(
  deps: ExportDeps,
  { mailboxId, versionId, path, size, modified_at }: ExportedFile,
  result: ExportResult,
): Promise<void> {
  const known = await stat(path).catch(() => null);
  if (known?.size === size && Math.floor(known.mtimeMs / 1000) === modified_at) {
    result.known += 1;
    return;
  }
  const temporary = `${path.slice(0, path.lastIndexOf('/'))}/.${versionId}`;
  try {
    const bytes = await openChunks(deps, mailboxId, versionId, { start: 0, end: size });
    await pipeline(bytes, createWriteStream(temporary, { mode: 0o600 }));
    await utimes(temporary, modified_at, modified_at);
    await rename(temporary, path);
    result.written += 1;
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    result.problems.push({ what: `file ${path}`, reason: error.message });
  }
}

// Characters invalid in names on other systems, besides those invalid in the drive.
const UNSAFE = /[<>:"|?*]/g;

/** A name that any file system accepts. Names that would collide get a prefix of their ids. */
export function safeName(name: string, id: string): string {
  const plain = name.replace(UNSAFE, '_').replace(/[. ]+$/, '_');
  const safe = DEVICE_NAME.test(plain) ? `_${plain}` : plain;
  return safe === name ? name : withId(safe, id);
}

function withId(name: string, id: string): string {
  const end = `~${id.replaceAll('-', '').slice(-12)}`;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = name.slice(0, name.length - extension.length);
  while (Buffer.byteLength(stem + end + extension) > 255) stem = [...stem].slice(0, -1).join('');
  return stem + end + extension;
}
