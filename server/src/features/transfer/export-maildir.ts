import { createWriteStream } from 'node:fs';
import { readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { ReadDb } from '../../tables.ts';
import type { SourceProblem } from './mail-source.ts';
import { FULL_NAME_FILE, idOfOwnName, maildirFolder, maildirMarks, ownName } from './maildir-names.ts';
import { mapAtMost } from './map-at-most.ts';
import { type KeptMessage, readMessagesAfter, readTransferFolders } from './transfer.store.ts';

type ExportDeps = { db: ReadDb; blobs: BlobStore };

export type ExportResult = { written: number; known: number; problems: SourceProblem[] };

const MESSAGES_A_PAGE = 500;
const WRITTEN_AT_ONCE = 16;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Writes a mailbox as a Maildir++: the original bytes, a folder for each, flags in the names, and the
 * received time as the file's time. Files of an earlier run stay, with today's folder and flags.
 */
export async function exportMaildir(
  deps: ExportDeps,
  mailboxId: number,
  out: string,
  progress: (done: number) => void,
): Promise<ExportResult> {
  const result: ExportResult = { written: 0, known: 0, problems: [] };
  const written = await findWritten(out);
  const folders = await makeFolders(deps.db, mailboxId, out);
  let after = FIRST_ID;
  let done = 0;
  for (;;) {
    const page = await readMessagesAfter(deps.db, mailboxId, after, MESSAGES_A_PAGE);
    const last = page.at(-1);
    if (!last) return result;
    await mapAtMost(WRITTEN_AT_ONCE, page, async (message) => {
      const unique = uniqueName(message);
      const target = join(
        folders.get(message.folder) ?? (await makeMailFolder(out, message.folder, folders)),
        'cur',
        `${unique}:2,${maildirMarks(message)}`,
      );
      const before = written.get(withoutSize(unique));
      try {
        if (before?.includes(`/${unique}:2,`)) {
          if (before !== target) await rename(before, target);
        } else {
          await writeMessage(deps.blobs, message, join(out, 'tmp', unique), target);
          // Written when its source had other line ends.
          if (before !== undefined) await rm(before);
        }
        result[before === undefined ? 'written' : 'known'] += 1;
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
        result.problems.push({ what: `message ${message.id}`, reason: error.message });
      }
    });
    after = last.id;
    done += page.length;
    progress(done);
  }
}

/** The part of the name before the flags; the same for a message in every run. */
function uniqueName(message: KeptMessage): string {
  return `${ownName(message)},S=${message.size}`;
}

async function writeMessage(
  blobs: BlobStore,
  { blob, received_at }: KeptMessage,
  temporary: string,
  target: string,
): Promise<void> {
  await pipeline(await blobs.open(blob), createWriteStream(temporary));
  await utimes(temporary, received_at, received_at);
  await rename(temporary, target);
}

/** The unique part, independent of changes to the source. */
function withoutSize(name: string): string {
  return name.split(',S=')[0] as string;
}

/** Finds the files of messages that earlier runs have written. */
async function findWritten(out: string): Promise<Map<string, string>> {
  const written = new Map<string, string>();
  const entries = await readdir(out, { withFileTypes: true }).catch(noneIfMissing);
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('.'));
  for (const dir of ['', ...folders.map((entry) => entry.name)]) {
    for (const sub of ['cur', 'new']) {
      const names = await readdir(join(out, dir, sub)).catch(noneIfMissing);
      for (const name of names.filter((one) => idOfOwnName(one) !== null)) {
        written.set(withoutSize(name), join(out, dir, sub, name));
      }
    }
  }
  return written;
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Includes folders without mail. */
async function makeFolders(db: ReadDb, mailboxId: number, out: string): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  const rows = await readTransferFolders(db, mailboxId);
  const wanted = rows.filter((row) => row.role !== 'Starred').map((row) => row.path);
  for (const path of ['INBOX', ...wanted]) await makeMailFolder(out, path, folders);
  return folders;
}

async function makeMailFolder(out: string, path: string, folders: Map<string, string>): Promise<string> {
  const { dir, shortened } = maildirFolder(path);
  const folder = join(out, dir);
  for (const sub of ['cur', 'new', 'tmp']) await makeFolder(join(folder, sub));
  // Marks a folder of a Maildir for mail servers.
  if (dir !== '') await writeFile(join(folder, 'maildirfolder'), '');
  if (shortened) await writeFile(join(folder, FULL_NAME_FILE), `${path}\n`);
  folders.set(path, folder);
  return folder;
}
