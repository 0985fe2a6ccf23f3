import { sql } from 'kysely';
import type { ContactCardsTable } from '../../contact-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** A card as programs see it: a resource of its book, by its name. */
export type ResourceRow = Pick<
  ContactCardsTable,
  'id' | 'uid' | 'name' | 'etag' | 'seq' | 'created_at' | 'changed_at'
> & {
  bytes: number;
  /** Null where it was not asked for. */
  source: Buffer | null;
};

/** The resources of a book that are meant; those in the trash are none. */
type Of = { mailboxId: number; bookId: string; withSource: boolean };

const columns = ({ withSource }: Of) => sql`c.id, c.uid, c.name, c.etag, c.seq, c.created_at, c.changed_at,
  octet_length(s.source) as bytes, ${withSource ? sql`s.source` : sql`null::bytea`} as source`;

const resourcesOf = ({ mailboxId, bookId }: Of) => sql`contact_cards c
  join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
  where c.mailbox_id = ${mailboxId} and c.book_id = ${bookId}::uuid and c.trashed_at is null`;

/** A page in the order of names, after the name that is given. */
export function readResources(
  db: ReadDb,
  of: Of,
  { after, limit }: { after: string; limit: number },
): Promise<ResourceRow[]> {
  return readRows(
    db,
    sql<ResourceRow>`
    select ${columns(of)} from ${resourcesOf(of)} and c.name > ${after} order by c.name limit ${limit}`,
  );
}

/** Those of the names that there are, in no order. */
export function readResourcesByName(db: ReadDb, of: Of, names: string[]): Promise<ResourceRow[]> {
  return readRows(
    db,
    sql<ResourceRow>`select ${columns(of)} from ${resourcesOf(of)} and c.name = any(${names}::text[])`,
  );
}

/** The card in the trash that a program puts again, by its uid. */
export async function findTrashedByUid(
  db: ReadDb,
  mailboxId: number,
  bookId: string,
  uid: string,
): Promise<string | undefined> {
  const [row] = await readRows<{ id: string }>(
    db,
    sql`
    select id from contact_cards
    where mailbox_id = ${mailboxId} and book_id = ${bookId}::uuid and uid = ${uid} and trashed_at is not null
    order by trashed_at desc limit 1`,
  );
  return row?.id;
}

/** Where a synchronization has come to: changes of one number go by their names. */
export type SyncPlace = { seq: number; name: string };

/** `resource` is null for a name that left the book. */
export type ResourceChange = SyncPlace & { resource: ResourceRow | null };

/**
 * What became of the resources of a book after a place, up to a number of the journal, in order; of those that left,
 * only what left after the number `removedAfter`.
 */
export async function readResourceChanges(
  db: ReadDb,
  of: Of,
  {
    after,
    removedAfter,
    upTo,
    limit,
  }: { after: SyncPlace; removedAfter: number; upTo: number; limit: number },
): Promise<ResourceChange[]> {
  const { mailboxId, bookId } = of;
  const since = sql`seq >= ${after.seq} and (seq, name) > (${after.seq}::bigint, ${after.name}::text)
    and seq <= ${upTo}`;
  // Each half has an index in this order, and is sorted no further than to its limit. The sources, which may be long,
  // pass through no sort.
  const places = await readRows<SyncPlace & { is_gone: boolean }>(
    db,
    sql`
    select * from (
      (select seq, name, false as is_gone from contact_cards
        where mailbox_id = ${mailboxId} and book_id = ${bookId}::uuid and trashed_at is null and ${since}
        order by seq, name limit ${limit})
      union all
      (select seq, name, true from contact_removed
        where mailbox_id = ${mailboxId} and book_id = ${bookId}::uuid and seq > ${removedAfter} and ${since}
        order by seq, name limit ${limit})
    ) changed
    order by seq, name limit ${limit}`,
  );
  const names = places.filter(({ is_gone }) => !is_gone).map(({ name }) => name);
  const rows = names.length === 0 ? [] : await readResourcesByName(db, of, names);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return places.map(({ seq, name }) => ({ seq, name, resource: byName.get(name) ?? null }));
}
