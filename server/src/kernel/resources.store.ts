import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../tables.ts';

/**
 * The tables of things that are kept as the texts that programs put (DAV): cards in books, objects in calendars.
 * A program knows a thing as a resource of its collection, by its name.
 */
export type ResourceTables = {
  things: 'contact_cards' | 'calendar_objects';
  /** The column of the book or calendar that a thing is in. */
  collection: 'book_id' | 'calendar_id';
  /** The column with the kind of a thing. */
  kind: 'kind' | 'component';
  sources: 'contact_sources' | 'calendar_sources';
  /** The column of `sources` with the thing that a text is of. */
  thing: 'card_id' | 'object_id';
  /** The columns of `sources` with texts: their bytes are counted, and limited. */
  texts: readonly ('source' | 'before_split')[];
  /** The table with texts that are kept for an undo, each in a column `source`; their bytes count as well. */
  undo: 'contact_merges' | null;
  /** The column with the tag of a meeting (RFC 6638); null where there are none. */
  scheduleTag: 'schedule_tag' | null;
  /** With how many things a mailbox has, and how many bytes of texts. */
  state: 'contact_state' | 'calendar_state';
  /** The names of things that left their collections. */
  removed: 'contact_removed' | 'calendar_removed';
  /** The column of `things` with who put a thing into the trash, where that was not its owner. */
  author: 'trashed_by' | 'changed_by';
};

/** Bytes of the texts in a row `s` of sources. It reads the lengths alone, and nothing of long texts. */
export function bytesOfTexts({ texts }: ResourceTables): RawBuilder<number> {
  const lengths = texts.map((column) => sql`coalesce(octet_length(${sql.ref(`s.${column}`)}), 0)`);
  return sql`(${sql.join(lengths, sql` + `)})`;
}

/** A select of one number, `bytes`: those of all texts of a mailbox. */
export function sumOfTexts(tables: ResourceTables, mailboxId: number): RawBuilder<unknown> {
  const undo =
    tables.undo &&
    sql`
    union all select octet_length(u.source) from ${sql.table(tables.undo)} u where u.mailbox_id = ${mailboxId}`;
  return sql`select coalesce(sum(bytes), 0)::bigint as bytes from (
    select ${bytesOfTexts(tables)} as bytes from ${sql.table(tables.sources)} s where s.mailbox_id = ${mailboxId}
    ${undo ?? sql``}) texts`;
}

/** Counts the bytes of texts anew, under the lock; returns them. */
export async function countBytes(tx: Tx, tables: ResourceTables, mailboxId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    update ${sql.table(tables.state)} set bytes = (${sumOfTexts(tables, mailboxId)})
    where mailbox_id = ${mailboxId} returning bytes`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The ids of all things of a mailbox, in the trash too, so many at a time. */
export async function* idsInSteps(
  db: ReadDb,
  { things }: Pick<ResourceTables, 'things'>,
  mailboxId: number,
  step: number,
): AsyncGenerator<string[]> {
  for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
    const rows: { id: string }[] = await readRows(
      db,
      sql<{ id: string }>`
      select id from ${sql.table(things)} where mailbox_id = ${mailboxId} and id > ${after}::uuid order by id limit ${step}`,
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    after = rows.at(-1)?.id;
  }
}

export type ResourceRow = {
  id: string;
  uid: string;
  name: string;
  etag: string;
  seq: number;
  kind: string;
  created_at: number;
  changed_at: number;
  bytes: number;
  schedule_tag: string | null;
  /** Null where it was not asked for. */
  source: Buffer | null;
};

/** What is answered of a resource. */
export type ResourceFacts = Omit<ResourceRow, 'id' | 'uid' | 'seq'>;

/** The resources of a collection that are meant; those in the trash are none. */
export type Resources = {
  tables: ResourceTables;
  mailboxId: number;
  collectionId: string;
  withSource: boolean;
};

/** Of `resourcesOf`. */
const resourceColumns = ({
  tables,
  withSource,
}: Resources) => sql`t.id, t.uid, t.name, t.etag, t.seq, t.${sql.ref(tables.kind)} as kind, t.created_at, t.changed_at,
  octet_length(s.source) as bytes, ${tables.scheduleTag ? sql`t.schedule_tag` : sql`null::text as schedule_tag`},
  ${withSource ? sql`s.source` : sql`null::bytea`} as source`;

/** The things as `t` with their sources as `s`. */
const resourcesOf = ({ tables, mailboxId, collectionId }: Resources) => sql`${sql.table(tables.things)} t
  join ${sql.table(tables.sources)} s on s.mailbox_id = t.mailbox_id and s.${sql.ref(tables.thing)} = t.id
  where t.mailbox_id = ${mailboxId} and t.${sql.ref(tables.collection)} = ${collectionId}::uuid and t.trashed_at is null`;

/** A page in the order of names, after the name that is given. */
export function readResources(
  db: ReadDb,
  of: Resources,
  { after, limit }: { after: string; limit: number },
): Promise<ResourceRow[]> {
  return readRows(
    db,
    sql<ResourceRow>`
    select ${resourceColumns(of)} from ${resourcesOf(of)} and t.name > ${after} order by t.name limit ${limit}`,
  );
}

/** Those of the names that there are, in no order. */
export function readResourcesByName(db: ReadDb, of: Resources, names: string[]): Promise<ResourceRow[]> {
  return readRows(
    db,
    sql<ResourceRow>`select ${resourceColumns(of)} from ${resourcesOf(of)} and t.name = any(${names}::text[])`,
  );
}

/** What is known of a resource, and whether its text follows. */
type PackedResource = [
  ...[id: string, uid: string, name: string, etag: string, seq: number, kind: string],
  ...[created_at: number, changed_at: number, schedule_tag: string | null, bytes: number, hasText: boolean],
];
const PACKED = sql.join(
  ['id', 'uid', 'name', 'etag', 'seq', 'kind', 'created_at', 'changed_at', 'schedule_tag', 'bytes'].map(
    (name) => sql.ref(`r.${name}`),
  ),
);

/**
 * Those of the names that there are, by their names, with their texts as far as these come to so many bytes: what is beyond
 * has none, and is to be asked for again. The first one has its text, however long. Hundreds are one row, which costs half
 * of what a row for each does.
 */
export async function readResourcesWithin(
  db: ReadDb,
  of: Omit<Resources, 'withSource'>,
  names: string[],
  most: number,
): Promise<ResourceRow[]> {
  const [packed] = await readRows(
    db,
    sql<{ known: PackedResource[]; texts: Buffer }>`
    select coalesce(json_agg(json_build_array(${PACKED}, r.text is not null) order by r.name), '[]') as known,
      coalesce(string_agg(r.text, ''::bytea order by r.name), ''::bytea) as texts
    from (
      select ${resourceColumns({ ...of, withSource: false })}, case
        when sum(octet_length(s.source)) over (order by t.name rows unbounded preceding) - octet_length(s.source) < ${most}
        then s.source end as text
      from ${resourcesOf({ ...of, withSource: false })} and t.name = any(${names}::text[])
    ) r`,
  );
  const { known, texts } = packed as { known: PackedResource[]; texts: Buffer };
  let at = 0;
  return known.map(
    ([id, uid, name, etag, seq, kind, created_at, changed_at, schedule_tag, bytes, hasText]) => {
      const begin = at;
      if (hasText) at += bytes;
      const source = hasText ? texts.subarray(begin, at) : null;
      return { id, uid, name, etag, seq, kind, created_at, changed_at, schedule_tag, bytes, source };
    },
  );
}

/** The thing in the trash that a program puts again, by its uid. */
export async function findTrashedByUid(
  db: ReadDb,
  { tables, mailboxId, collectionId }: Omit<Resources, 'withSource'>,
  uid: string,
): Promise<string | undefined> {
  const [row] = await readRows<{ id: string }>(
    db,
    sql`
    select id from ${sql.table(tables.things)}
    where mailbox_id = ${mailboxId} and ${sql.ref(tables.collection)} = ${collectionId}::uuid and uid = ${uid}
      and trashed_at is not null
    order by trashed_at desc limit 1`,
  );
  return row?.id;
}

/** Where a synchronization has come to: changes of one number go by their names. */
export type SyncPlace = { seq: number; name: string };

/** `resource` is null for a name that left the collection. */
export type ResourceChange = SyncPlace & { resource: ResourceRow | null };

export type ChangeRange = { after: SyncPlace; removedAfter: number; upTo: number; limit: number };

/**
 * What became of the resources of a collection after a place, up to a number of the journal, in order; of those that
 * left, only what left after the number `removedAfter`.
 */
export async function readResourceChanges(
  db: ReadDb,
  of: Resources,
  { after, removedAfter, upTo, limit }: ChangeRange,
): Promise<ResourceChange[]> {
  const { tables, mailboxId, collectionId } = of;
  const ofCollection = sql`mailbox_id = ${mailboxId} and ${sql.ref(tables.collection)} = ${collectionId}::uuid`;
  const since = sql`seq >= ${after.seq} and (seq, name) > (${after.seq}::bigint, ${after.name}::text)
    and seq <= ${upTo}`;
  // Each half has an index in this order, and is sorted no further than to its limit. The sources, which may be long,
  // pass through no sort.
  const places = await readRows<SyncPlace & { is_gone: boolean }>(
    db,
    sql`
    select * from (
      (select seq, name, false as is_gone from ${sql.table(tables.things)}
        where ${ofCollection} and trashed_at is null and ${since}
        order by seq, name limit ${limit})
      union all
      (select seq, name, true from ${sql.table(tables.removed)}
        where ${ofCollection} and seq > ${removedAfter} and ${since}
        order by seq, name limit ${limit})
    ) changed
    order by seq, name limit ${limit}`,
  );
  const names = places.filter(({ is_gone }) => !is_gone).map(({ name }) => name);
  const rows = names.length === 0 ? [] : await readResourcesByName(db, of, names);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return places.map(({ seq, name }) => ({ seq, name, resource: byName.get(name) ?? null }));
}

/** A name in its collection. */
export type ResourceName = { collection: string; name: string };

/** Names under which programs no longer find things, for their next synchronization. */
export async function writeRemoved(
  tx: Tx,
  { removed, collection }: ResourceTables,
  mailboxId: number,
  { names, seq, now }: { names: ResourceName[]; seq: number; now: number },
): Promise<void> {
  if (names.length === 0) return;
  const column = sql.ref(collection);
  await sql`
    insert into ${sql.table(removed)} (mailbox_id, ${column}, name, seq, at)
    select ${mailboxId}, collection, name, ${seq}, ${now}
    from json_to_recordset(${JSON.stringify(names)}) as r(collection uuid, name text)
    on conflict (mailbox_id, ${column}, name) do update set seq = excluded.seq, at = excluded.at`.execute(tx);
}

/** Names that came back to their collections. */
export async function forgetRemoved(
  tx: Tx,
  { removed, collection }: ResourceTables,
  mailboxId: number,
  names: ResourceName[],
): Promise<void> {
  await sql`
    delete from ${sql.table(removed)} r
    using json_to_recordset(${JSON.stringify(names)}) as n(collection uuid, name text)
    where r.mailbox_id = ${mailboxId} and r.${sql.ref(collection)} = n.collection and r.name = n.name`.execute(
    tx,
  );
}

/** Who is named by a column with the id of a person; null where nobody is. */
export function personIn(column: string): RawBuilder<{ name: string; email: string } | null> {
  return sql`(
    select json_build_object('name', p.name, 'email', p.email) from mailboxes p where p.id = ${sql.ref(column)})`;
}

/** `author`: null where it is their owner. */
export async function markTrashed(
  tx: Tx,
  { things, author: column }: ResourceTables,
  mailboxId: number,
  { ids, seq, now, author }: { ids: string[]; seq: number; now: number; author: number | null },
): Promise<void> {
  await sql`
    update ${sql.table(things)} set trashed_at = ${now}, seq = ${seq}, ${sql.ref(column)} = ${author}
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`.execute(tx);
}

/** Deletes things that are in the trash, with their sources; returns their ids and the bytes of their texts. */
export async function deleteTrashed(
  tx: Tx,
  tables: ResourceTables,
  mailboxId: number,
  ids: string[],
): Promise<{ ids: string[]; bytes: number }> {
  const { things, sources, thing } = tables;
  const { rows } = await sql<{ id: string; bytes: number }>`
    with gone as (
      delete from ${sql.table(things)}
      where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[]) and trashed_at is not null
      returning id
    ), sources as (
      delete from ${sql.table(sources)} s using gone g where s.mailbox_id = ${mailboxId} and s.${sql.ref(thing)} = g.id
      returning g.id, ${bytesOfTexts(tables)} as bytes
    )
    select g.id, coalesce(s.bytes, 0) as bytes from gone g left join sources s on s.id = g.id`.execute(tx);
  return { ids: rows.map(({ id }) => id), bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** What is in the trash of a mailbox, the oldest first. */
export async function readTrashedIds(
  db: ReadDb,
  { things }: ResourceTables,
  mailboxId: number,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from ${sql.table(things)} where mailbox_id = ${mailboxId} and trashed_at is not null
    order by trashed_at, id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

const A_BATCH = 500;

/** Passes on what went into the trash before a time, of all mailboxes, the oldest first; `remove` takes it out. */
export async function emptyOldTrash(
  db: ReadDb,
  { things }: ResourceTables,
  { before, signal }: { before: number; signal: AbortSignal },
  remove: (mailboxId: number, ids: string[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await readRows(
      db,
      sql<{ mailbox_id: number; id: string }>`
      select mailbox_id, id from ${sql.table(things)} where trashed_at < ${before}
      order by trashed_at limit ${A_BATCH}`,
    );
    for (const [mailboxId, some] of Map.groupBy(rows, ({ mailbox_id }) => mailbox_id)) {
      signal.throwIfAborted();
      await remove(
        mailboxId,
        some.map(({ id }) => id),
      );
    }
    if (rows.length < A_BATCH) return;
  }
}
