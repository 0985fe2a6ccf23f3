import { sql } from 'kysely';
import { blobColumns, mailboxRows } from '../../kernel/kernels.ts';
import type { Held } from '../../mail/attachments/attachment-bytes.ts';
import { HELD } from '../../mail/attachments/attachments.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { DamageState, ReadDb, Tx } from '../../tables.ts';

export type Damage = { key: string; state: DamageState; found_at: number; mended_at: number | null };

/** False when it is already known. */
export async function suspectBlob(tx: Tx, key: string, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into damaged_blobs (blob, state, found_at) values (decode(${key}, 'hex'), 'suspected', ${now})
    on conflict (blob) do update set state = 'suspected', found_at = excluded.found_at, mended_at = null
    where damaged_blobs.state = 'mended'`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function writeDamage(tx: Tx, key: string, state: DamageState, now: number): Promise<void> {
  const mendedAt = state === 'mended' ? now : null;
  await sql`
    insert into damaged_blobs (blob, state, found_at, mended_at)
    values (decode(${key}, 'hex'), ${state}, ${now}, ${mendedAt})
    on conflict (blob) do update set state = excluded.state, mended_at = excluded.mended_at`.execute(tx);
}

export async function forgetDamage(tx: Tx, key: string): Promise<void> {
  await sql`delete from damaged_blobs where blob = decode(${key}, 'hex')`.execute(tx);
}

/** By key, starting after `after`. */
export async function readDamage(
  db: ReadDb,
  states: DamageState[],
  { after = '', limit = 500 }: { after?: string; limit?: number } = {},
): Promise<Damage[]> {
  return readRows(
    db,
    sql<Damage>`
    select encode(blob, 'hex') as key, state, found_at, mended_at from damaged_blobs
    where state = any(${states}) and blob > decode(${after}, 'hex') order by blob limit ${limit}`,
  );
}

export async function readDamageOf(db: ReadDb, key: string): Promise<DamageState | null> {
  const rows = await readRows(
    db,
    sql<{ state: DamageState }>`select state from damaged_blobs where blob = decode(${key}, 'hex')`,
  );
  return rows[0]?.state ?? null;
}

export async function countDamage(db: ReadDb): Promise<Record<DamageState, number>> {
  const rows = await readRows(
    db,
    sql<{ state: DamageState; count: number }>`
    select state, count(*)::integer as count from damaged_blobs group by state`,
  );
  const none = { suspected: 0, damaged: 0, missing: 0, mended: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** The blobs referenced by rows between two keys, the second included, up to a limit. */
export async function readNamedBetween(
  db: ReadDb,
  after: string,
  upTo: string,
  limit: number,
): Promise<string[]> {
  const each = blobColumns().map(({ table, column, unless }) => {
    const blob = sql.ref(`n.${column}`);
    const names = unless === undefined ? sql`` : sql` and n.${sql.ref(unless)} is null`;
    return sql`(select distinct ${blob} as blob from ${sql.table(table)} n
      where ${blob} > decode(${after}, 'hex') and ${blob} <= decode(${upTo}, 'hex')${names}
      order by 1 limit ${limit})`;
  });
  const rows = await readRows(
    db,
    sql<{ key: string }>`
    select distinct encode(b.blob, 'hex') as key from (${sql.join(each, sql` union all `)}) b
    order by key limit ${limit}`,
  );
  return rows.map(({ key }) => key);
}

/** The sources that contain the same bytes. */
export async function findPlaces(db: ReadDb, key: string): Promise<{ size: number; held: Held }[]> {
  return readRows(
    db,
    sql<{ size: number; held: Held }>`
    select a.size, ${HELD} as held from attachments a
    where a.blob = decode(${key}, 'hex') and a.held_by is not null
    union all
    select a.size, ${HELD} as held from drive_chunks a
    where a.blob = decode(${key}, 'hex') and a.held_by is not null
    limit 8`,
  );
}

/** Messages with a source that have such a file. */
export async function findSources(db: ReadDb, key: string): Promise<{ blob: string; size: number }[]> {
  return readRows(
    db,
    sql<{ blob: string; size: number }>`
    select encode(m.blob, 'hex') as blob, m.size from attachments a
    join messages m on m.mailbox_id = a.mailbox_id and m.id = a.message_id
    where a.blob = decode(${key}, 'hex') and a.held_by is null and m.blob is not null
    limit 8`,
  );
}

/** A preview is made again on the next request. */
export async function dropPreviews(tx: Tx, key: string): Promise<void> {
  await sql`delete from office_previews where pdf = decode(${key}, 'hex')`.execute(tx);
}

/** The references to a blob, for an administrator: up to a limit. */
export async function readNames(
  db: ReadDb,
  key: string,
  limit: number,
): Promise<{ what: string; email: string | null }[]> {
  // Previews and messages to groups are nobody's.
  const owned = new Set(mailboxRows().map((rows) => rows.table));
  const each = blobColumns().map(({ table, column, unless }) => {
    const names = unless === undefined ? sql`` : sql` and n.${sql.ref(unless)} is null`;
    const mailbox = owned.has(table) ? sql`n.mailbox_id` : sql`null::bigint`;
    return sql`(select ${table}::text as what, ${mailbox} as mailbox_id from ${sql.table(table)} n
      where n.${sql.ref(column)} = decode(${key}, 'hex')${names} limit ${limit})`;
  });
  return readRows(
    db,
    sql<{ what: string; email: string | null }>`
    select distinct n.what, m.email from (${sql.join(each, sql` union all `)}) n
    left join mailboxes m on m.id = n.mailbox_id order by n.what, m.email limit ${limit}`,
  );
}
