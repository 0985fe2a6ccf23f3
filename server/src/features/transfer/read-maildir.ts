import type { Dirent, Stats } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeModifiedUtf7 } from '../../platform/imap/modified-utf7.ts';
import { readHeaders } from '../../platform/mime/read-headers.ts';
import {
  byTime,
  type MailSource,
  plausibleTime,
  type SourceMessage,
  type SourceProblem,
} from './mail-source.ts';
import { FULL_NAME_FILE, idOfOwnName } from './maildir-names.ts';
import { mapAtMost } from './map-at-most.ts';
import { type Place, placeOf } from './place-folders.ts';

type MaildirMessage = SourceMessage & { name: string; path: string };
type MaildirFolder = { dir: string; parts: string[] };

const LISTED_AT_ONCE = 16;
const HEAD_BYTES = 64 * 1024;

/**
 * Lists a Maildir: folders as Maildir++ (`.Work.Invoices`) or as a folder tree (`Work/Invoices`). The file's
 * modification time is the received time, as IMAP servers keep it.
 */
export async function readMaildir(
  root: string,
  options: { below: string[]; now: number },
): Promise<MailSource<MaildirMessage>> {
  const problems: SourceProblem[] = [];
  const messages: MaildirMessage[] = [];
  const folders = await findFolders(root, problems);
  if (folders.length === 0) throw new Error(`${root} is no Maildir: it has neither cur nor folders with one`);
  for (const folder of folders) {
    const place = placeOf([...options.below, ...folder.parts]);
    for (const sub of ['cur', 'new']) {
      await listMessages({ root, folder, sub, place, now: options.now, messages, problems });
    }
  }
  return {
    name: 'Maildir',
    messages: messages.sort(byTime),
    problems,
    async read({ path }) {
      return { raw: await readFile(join(root, path)), flags: flagsOf(path) };
    },
    describe: ({ path }) => join(root, path),
    close: async () => undefined,
  };
}

async function findFolders(root: string, problems: SourceProblem[]): Promise<MaildirFolder[]> {
  const found: MaildirFolder[] = [];
  const entries = await readdir(root, { withFileTypes: true });
  if (isMaildir(entries)) found.push({ dir: '', parts: [] });
  for (const { name } of entries.filter(isFolder)) {
    try {
      if (name.startsWith('.')) await findFlat(root, name, found);
      else await findInTree(root, name, [], found);
    } catch (error) {
      problems.push({ what: join(root, name), reason: (error as Error).message });
    }
  }
  return found;
}

async function findFlat(root: string, dir: string, found: MaildirFolder[]): Promise<void> {
  const inside = await readdir(join(root, dir), { withFileTypes: true });
  if (isMaildir(inside)) found.push({ dir, parts: await partsOf(join(root, dir), dir, inside) });
}

async function findInTree(root: string, dir: string, above: string[], found: MaildirFolder[]): Promise<void> {
  const parts = [...above, decodeModifiedUtf7(dir.slice(dir.lastIndexOf('/') + 1))];
  const entries = await readdir(join(root, dir), { withFileTypes: true });
  if (isMaildir(entries)) found.push({ dir, parts });
  for (const { name } of entries.filter(isFolder)) await findInTree(root, join(dir, name), parts, found);
}

async function partsOf(path: string, name: string, inside: Dirent[]): Promise<string[]> {
  if (inside.some((entry) => entry.name === FULL_NAME_FILE)) {
    return (await readFile(join(path, FULL_NAME_FILE), 'utf8')).trim().split('/');
  }
  return name.slice(1).split('.').map(decodeModifiedUtf7);
}

function isMaildir(entries: Dirent[]): boolean {
  return entries.some((entry) => entry.isDirectory() && (entry.name === 'cur' || entry.name === 'new'));
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !['cur', 'new', 'tmp'].includes(entry.name);
}

async function listMessages(listing: {
  root: string;
  folder: MaildirFolder;
  sub: string;
  place: Place;
  now: number;
  messages: MaildirMessage[];
  problems: SourceProblem[];
}): Promise<void> {
  const { root, folder, sub, place, now, messages, problems } = listing;
  const dir = join(folder.dir, sub);
  const names = (await readdir(join(root, dir)).catch(noneIfMissing)).filter((name) => !name.startsWith('.'));
  await mapAtMost(LISTED_AT_ONCE, names, async (name) => {
    const path = join(dir, name);
    try {
      const found = await stat(join(root, path));
      if (!found.isFile()) return;
      messages.push({
        // Without its flags, and the same in `new` and in `cur`: a message read meanwhile is the same one.
        name: `${folder.parts.join('/')}/${uniquePart(name)}`,
        copyOf: idOfOwnName(name),
        receivedAt: await receivedAt(join(root, path), found, now),
        place,
        size: found.size,
        path,
      });
    } catch (error) {
      problems.push({ what: join(root, path), reason: (error as Error).message });
    }
  });
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function receivedAt(path: string, { mtimeMs }: Stats, now: number): Promise<number> {
  const written = Math.floor(mtimeMs / 1000);
  if (plausibleTime(now, written) === written) return written;
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return plausibleTime(now, readHeaders(head.subarray(0, bytesRead)).date);
  } finally {
    await file.close();
  }
}

function uniquePart(name: string): string {
  const marks = marksAt(name);
  return marks === -1 ? name : name.slice(0, marks);
}

/** The last colon; some systems do not allow one in names and use `;` or `!` instead. */
function marksAt(name: string): number {
  return Math.max(name.lastIndexOf(':2,'), name.lastIndexOf(';2,'), name.lastIndexOf('!2,'));
}

function flagsOf(path: string) {
  const marks = marksAt(path);
  const messages = marks === -1 ? '' : path.slice(marks + 3);
  return {
    seen: messages.includes('S'),
    flagged: messages.includes('F'),
    answered: messages.includes('R'),
    draft: messages.includes('D'),
    deleted: messages.includes('T'),
  };
}
