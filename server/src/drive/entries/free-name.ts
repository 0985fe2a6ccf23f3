import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { type EntryName, entryName, extensionOf, nameKey, withEnd } from '../names/entry-name.ts';
import { readNamed } from './entries.store.ts';

const FIRST_TRIES = 16;
const MOST_TRIES = 20_000;

/** The name itself when it is free in the folder, otherwise "tên (2).pdf", "tên (3).pdf" and so on. */
export async function freeName(
  db: ReadDb,
  mailboxId: number,
  parentId: string,
  name: EntryName,
  isFolder: boolean,
): Promise<EntryName> {
  const isTaken = async (keys: string[]) =>
    new Set((await readNamed(db, mailboxId, parentId, keys)).map((row) => row.name_key));
  if ((await isTaken([name.nameKey])).size === 0) return name;
  for (let from = 2, count = FIRST_TRIES; from < MOST_TRIES; from += count, count *= 4) {
    const tries = Array.from({ length: count }, (_, index) => numbered(name.name, from + index, isFolder));
    const taken = await isTaken(tries.map(nameKey));
    const free = tries.find((one) => !taken.has(nameKey(one)));
    if (free !== undefined) return entryName(free);
  }
  throw new Failure('already_exists', 'A file or folder of this name exists already');
}

/** Inserts the number before the extension, and shortens the stem when the name gets too long. */
function numbered(name: string, number: number, isFolder: boolean): string {
  const extension = isFolder ? '' : extensionOf(name);
  return withEnd(name.slice(0, name.length - extension.length), ` (${number})${extension}`);
}
