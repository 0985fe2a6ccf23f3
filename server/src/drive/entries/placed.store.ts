import { LIMITS } from '@bocau/contract/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { TOP, TRASH } from '../change-drive.ts';
import type { ShownEntry } from './entry-view.ts';
import { SHOWN_COLUMNS } from './lists.store.ts';

/** An entry that was found independently of its folder. */
export type PlacedEntry = ShownEntry & {
  /** The sort value of the list in which it was found. */
  value: string | number;
  /** The path of its parent. */
  path: string;
  /** None of its parents is in the trash or gone. */
  reaches_top: boolean;
};

/** The cursor of a list of the whole drive: the entry with this value. */
export type ListCursor = { value: string | number; id: string };
export type ListPage = { after: ListCursor | null; limit: number };

/** Files of the whole drive, newest first, including trashed ones. */
export function readNewest(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: ListPage,
): Promise<PlacedEntry[]> {
  const behind = after ? sql`and (e.created_at, e.id) < (${after.value}::bigint, ${after.id}::uuid)` : sql``;
  return readPlaced(
    db,
    mailboxId,
    sql`select e.id, e.created_at as value from drive_entries e
      where e.mailbox_id = ${mailboxId} and not e.is_folder ${behind}
      order by e.created_at desc, e.id desc limit ${limit}`,
    sql`h.value desc, e.id desc`,
  );
}

/** Favourites by name, including trashed ones. */
export function readFavorites(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: ListPage,
): Promise<PlacedEntry[]> {
  const behind = after ? sql`and (e.sort_key, e.id) > (${after.value}, ${after.id}::uuid)` : sql``;
  return readPlaced(
    db,
    mailboxId,
    sql`select e.id, e.sort_key as value from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.favorite ${behind}
      order by e.sort_key, e.id limit ${limit}`,
    sql`h.value, e.id`,
  );
}

/** The entries that the owner shares, by name, including trashed ones. */
export function readSharedEntriesOf(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: ListPage,
): Promise<PlacedEntry[]> {
  const behind = after ? sql`and (e.sort_key, e.id) > (${after.value}, ${after.id}::uuid)` : sql``;
  return readPlaced(
    db,
    mailboxId,
    sql`select e.id, e.sort_key as value from (
        select distinct se.entry_id from drive_shares s
        join drive_share_entries se on se.mailbox_id = s.mailbox_id and se.share_id = s.id
        where s.mailbox_id = ${mailboxId} and s.state <> 'revoked'
      ) given
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.id = given.entry_id
      where true ${behind}
      order by e.sort_key, e.id limit ${limit}`,
    sql`h.value, e.id`,
  );
}

/** The trash, latest first. */
export function readTrash(db: ReadDb, mailboxId: number, { after, limit }: ListPage): Promise<PlacedEntry[]> {
  const behind = after ? sql`and (e.trashed_at, e.id) < (${after.value}::bigint, ${after.id}::uuid)` : sql``;
  return readPlaced(
    db,
    mailboxId,
    sql`select e.id, e.trashed_at as value from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.trashed_at is not null
        and e.parent_id <> ${sql.lit(TRASH)} ${behind}
      order by e.trashed_at desc, e.id desc limit ${limit}`,
    sql`h.value desc, e.id desc`,
  );
}

/** Entries that others moved into the trash and the owner has not seen, latest first. */
export async function readUnseenDeletions(
  db: ReadDb,
  mailboxId: number,
  limit: number,
): Promise<PlacedEntry[]> {
  return readPlaced(
    db,
    mailboxId,
    sql`select d.entry_id as id, d.at as value from drive_deletions d
      where d.mailbox_id = ${mailboxId} and not d.seen
      order by d.at desc, d.entry_id limit ${limit}`,
    sql`h.value desc, e.id`,
  );
}

/** Prefixes of words in names; the cursor is the word by which an entry was found. */
export type NameSearch = { words: string[]; after: ListCursor | null; limit: number };

/**
 * Entries whose names have all of the words, ordered by the first one: exact matches come first. An entry
 * that several of its words would match is returned for the first.
 */
export function findByWords(
  db: ReadDb,
  mailboxId: number,
  { words: [first = '', ...others], after, limit }: NameSearch,
): Promise<PlacedEntry[]> {
  const behind = after ? sql`and (w.word, w.entry_id) > (${after.value}, ${after.id}::uuid)` : sql``;
  const withOthers = others.map(
    // The limit makes PostgreSQL look it up per hit until the page is full, instead of for all at once.
    (word) => sql`and (
      select true from drive_words o
      where o.mailbox_id = ${mailboxId} and o.entry_id = w.entry_id and ${beginsWith('o', word)} limit 1)`,
  );
  return readPlaced(
    db,
    mailboxId,
    sql`select w.entry_id as id, w.word as value from drive_words w
      where w.mailbox_id = ${mailboxId} and ${beginsWith('w', first)} ${behind}
        and not exists (
          select from drive_words f
          where f.mailbox_id = ${mailboxId} and f.entry_id = w.entry_id and f.word >= ${first} and f.word < w.word)
        ${sql.join(withOthers, sql` `)}
      order by w.word, w.entry_id limit ${limit}`,
    sql`h.value, e.id`,
  );
}

/** How many names have a word with this prefix, counted up to a limit. */
export async function countWord(db: ReadDb, mailboxId: number, word: string, most: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*) as count from (
      select from drive_words w where w.mailbox_id = ${mailboxId} and ${beginsWith('w', word)} limit ${most}
    ) counted`,
  );
  return row?.count ?? 0;
}

/** The column is compared by bytes, and no character sorts after the last one. */
export function beginsWith(table: 'w' | 'o', word: string): RawBuilder<unknown> {
  const column = sql.ref(`${table}.word`);
  return sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;
}

/** Some entries, also in the trash. */
export async function readPlacedEntries(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<PlacedEntry[]> {
  const possible = ids.filter(isId);
  if (possible.length === 0) return [];
  const source = sql`select id, 0 as value from unnest(${possible}::uuid[]) as n(id)`;
  return readPlaced(db, mailboxId, source, sql`e.id`);
}

/** The entries that a list found, each with its parents up to the top. */
export function readPlaced(
  db: ReadDb,
  mailboxId: number,
  source: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<PlacedEntry[]> {
  return readRows(
    db,
    sql<PlacedEntry>`
    with hits as materialized (${source})
    select ${SHOWN_COLUMNS}, h.value, p.path, p.reaches_top
    from hits h
    join drive_entries e on e.mailbox_id = ${mailboxId} and e.id = h.id
    cross join lateral (
      with recursive up as (
        select e.parent_id, '' as path, true as kept, 1 as step
        union all
        select f.parent_id, '/' || f.name || up.path, f.trashed_at is null, up.step + 1
        from up join drive_entries f on f.mailbox_id = ${mailboxId} and f.id = up.parent_id
        where up.kept and up.parent_id <> ${TOP}::uuid and up.step <= ${LIMITS.driveDepth}
      )
      select path, kept and parent_id = ${TOP}::uuid as reaches_top from up order by step desc limit 1
    ) p
    order by ${order}`,
  );
}
