import type { DriveFile } from '@bocau/contract/drive.ts';
import { type DriveCaller, requireDrive } from '../../drive/access/reach-entry.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { driveFileView } from '../../drive/entries/entry-view.ts';
import {
  countWord,
  findByWords,
  type ListCursor,
  type ListPage,
  type PlacedEntry,
  readFavorites,
  readNewest,
  readPlacedEntries,
  readSharedEntriesOf,
  readTrash,
} from '../../drive/entries/placed.store.ts';
import { FIRST_TEXT, findByText } from '../../drive/entries/text-search.store.ts';
import { nameWords } from '../../drive/names/entry-name.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { invalidCursor, pageLimit } from './list-folder.ts';

export type ListQuery = { limit?: number | undefined; cursor?: string | undefined };
export type ListedEntries = { data: DriveFile[]; meta: { next_cursor: string | null } };

type List = {
  name: string;
  isNumber: boolean;
  read(page: ListPage): Promise<PlacedEntry[]>;
  /** Filters the entries that were found. */
  shows(entry: PlacedEntry): boolean;
};

const isInDrive = (entry: PlacedEntry) => entry.reaches_top && entry.trashed_at === null;

export async function listNewest(db: ReadDb, caller: DriveCaller, query: ListQuery): Promise<ListedEntries> {
  const read = (page: ListPage) => readNewest(db, caller.person, page);
  return listEntries(db, caller, query, { name: 'newest', isNumber: true, read, shows: isInDrive });
}

export async function listFavoriteEntries(
  db: ReadDb,
  caller: DriveCaller,
  query: ListQuery,
): Promise<ListedEntries> {
  const read = (page: ListPage) => readFavorites(db, caller.person, page);
  return listEntries(db, caller, query, { name: 'favorites', isNumber: false, read, shows: isInDrive });
}

export async function listSharedByMe(
  db: ReadDb,
  caller: DriveCaller,
  query: ListQuery,
): Promise<ListedEntries> {
  const read = (page: ListPage) => readSharedEntriesOf(db, caller.person, page);
  return listEntries(db, caller, query, { name: 'shared', isNumber: false, read, shows: isInDrive });
}

export async function listTrash(db: ReadDb, caller: DriveCaller, query: ListQuery): Promise<ListedEntries> {
  const read = (page: ListPage) => readTrash(db, caller.person, page);
  return listEntries(db, caller, query, { name: 'trash', isNumber: true, read, shows: () => true });
}

/** The prefix of cursors for hits in texts; those for names have `searchBy`. */
const BY_TEXT = 'text';
const WORDS_AT_MOST = 8;
/** Words with more matches than this are considered equally frequent when choosing the one to look up. */
const COUNTED_AT_MOST = 500;

/**
 * Searches names, ignoring diacritics, each word as a prefix; followed by files that have the words only in
 * their text.
 */
export async function searchDriveEntries(
  db: ReadDb,
  caller: DriveCaller,
  { display_name, ...query }: ListQuery & { display_name: string },
): Promise<ListedEntries> {
  const given = nameWords(display_name).slice(0, WORDS_AT_MOST);
  if (given.length === 0) {
    await requireDrive(db, caller);
    return { data: [], meta: { next_cursor: null } };
  }
  const begun = query.cursor === undefined ? undefined : decodeCursor(query.cursor, 3)?.[0];
  if (begun === BY_TEXT) return searchTexts(db, caller, query, given);
  const found = await searchNames(db, caller, query, { given, begun });
  if (found.meta.next_cursor !== null) return found;
  const left = pageLimit(query.limit) - found.data.length;
  if (left === 0) return { data: found.data, meta: { next_cursor: await firstText(db, caller, given) } };
  const others = await searchTexts(db, caller, { limit: left }, given);
  return { data: [...found.data, ...others.data], meta: others.meta };
}

async function searchNames(
  db: ReadDb,
  caller: DriveCaller,
  query: ListQuery,
  { given, begun }: { given: string[]; begun: unknown },
): Promise<ListedEntries> {
  // The next pages continue with the word of the first.
  const first = given.find((word) => searchBy(word) === begun);
  const words =
    first === undefined
      ? await rarestFirst(db, caller, given)
      : [first, ...given.filter((word) => word !== first)];
  const read = (page: ListPage) => findByWords(db, caller.person, { words, ...page });
  const name = searchBy(words[0] as string);
  return listEntries(db, caller, query, { name, isNumber: false, read, shows: isInDrive });
}

/** The cursor before all hits in texts; null where there are none. */
async function firstText(db: ReadDb, { person }: DriveCaller, words: string[]): Promise<string | null> {
  const some = await findByText(db, person, { words, after: FIRST_TEXT, limit: 1 });
  return some.length === 0 ? null : encodeCursor([BY_TEXT, FIRST_TEXT.value, FIRST_TEXT.id]);
}

async function searchTexts(
  db: ReadDb,
  caller: DriveCaller,
  query: ListQuery,
  words: string[],
): Promise<ListedEntries> {
  const read = ({ after, limit }: ListPage) =>
    findByText(db, caller.person, { words, after: after ?? FIRST_TEXT, limit });
  const list = { name: BY_TEXT, isNumber: true, read, shows: isInDrive };
  const { data, meta } = await listEntries(db, caller, query, list);
  return { data: data.map((file) => ({ ...file, prop: { ...file.prop, found_in: 'text' } })), meta };
}

const searchBy = (word: string) => `search ${word}`;

/** The words with the rarest first: what it finds is looked through for the others. */
async function rarestFirst(db: ReadDb, { person }: DriveCaller, words: string[]): Promise<string[]> {
  if (words.length < 2) return words;
  const counted = await Promise.all(
    words.map(async (word) => ({ word, count: await countWord(db, person, word, COUNTED_AT_MOST) })),
  );
  return counted.toSorted((a, b) => a.count - b.count).map(({ word }) => word);
}

/**
 * The maximum number of further reads for a page, before a short one is returned: many hits may be in the
 * trash.
 */
const ROUNDS = 4;

async function listEntries(
  db: ReadDb,
  caller: DriveCaller,
  { cursor, limit: given }: ListQuery,
  list: List,
): Promise<ListedEntries> {
  const limit = pageLimit(given);
  let after = cursor === undefined ? null : readCursor(cursor, list);
  await requireDrive(db, caller);
  const shown: PlacedEntry[] = [];
  let goesOn = true;
  for (let round = 0; goesOn && shown.length < limit && round < ROUNDS; round += 1) {
    const wanted = limit - shown.length;
    const rows = await list.read({ after, limit: wanted + 1 });
    goesOn = rows.length > wanted;
    const page = rows.slice(0, wanted);
    shown.push(...page.filter(list.shows));
    const last = page.at(-1);
    if (last) after = { value: last.value, id: last.id };
  }
  return {
    data: await showPlaced(db, caller.person, shown),
    meta: {
      next_cursor: goesOn && after ? encodeCursor([list.name, after.value, after.id]) : null,
    },
  };
}

function readCursor(cursor: string, { name, isNumber }: List): ListCursor {
  const [itsName, value, id] = decodeCursor(cursor, 3) ?? [];
  if (itsName !== name || typeof id !== 'string' || !isId(id)) throw invalidCursor();
  if (isNumber ? !Number.isSafeInteger(value) : typeof value !== 'string') throw invalidCursor();
  return { value: value as string | number, id };
}

/** The caller's own entries, in the order of the ids; those not in the drive are omitted. */
export async function showOwnEntries(db: ReadDb, mailboxId: number, ids: string[]): Promise<DriveFile[]> {
  const rows = new Map((await readPlacedEntries(db, mailboxId, ids)).map((row) => [row.id, row]));
  const there = ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
  return showPlaced(db, mailboxId, there.filter(isInDrive));
}

export async function showPlaced(
  db: ReadDb,
  mailboxId: number,
  entries: PlacedEntry[],
): Promise<DriveFile[]> {
  const owner = await readDriveOwner(db, mailboxId);
  if (!owner) throw fileNotFound();
  return entries.map((entry) => driveFileView(entry, { owner, folderPath: entry.path, permission: 'OWNER' }));
}
