import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../platform/db/database.ts';
import { readRows } from '../platform/db/read-rows.ts';
import { Failure } from '../platform/failure.ts';
import type { Db, ReadDb, Tx } from '../tables.ts';
import type { Journal } from './kernel.ts';

/** A busy thing appears repeatedly: this many journal entries are read per distinct thing. */
const ENTRIES_FOR_EACH = 10;

// Journals whose entries name things that changed, each by its kind and its id, and not what became of them.

/**
 * A select of one JSON array: what has changed in a mailbox after a number, without duplicates; null when there
 * is more than the limit.
 */
export function selectThingsSince(
  { changes }: Journal,
  mailboxId: number,
  since: number | null,
  limit: number,
): RawBuilder<unknown> {
  const scanned = limit * ENTRIES_FOR_EACH;
  return sql`
    with scanned as materialized (
      select kind, entity from ${sql.table(changes)}
      where mailbox_id = ${mailboxId} and seq > ${since}::bigint
      order by seq limit ${scanned + 1}
    ), found as materialized (select distinct kind, entity from scanned)
    select case when (select count(*) from scanned) <= ${scanned} and (select count(*) from found) <= ${limit}
      then (select coalesce(json_agg(json_build_object('kind', f.kind, 'entity', f.entity)), '[]') from found f)
    end`;
}

type Thing = { kind: string; entity: string };

/** What a journal says after a number. */
export type JournalRange = {
  seq: number;
  forgotten_seq: number;
  /** What has changed, without duplicates; null when the limit is exceeded. */
  things: Thing[] | null;
};

/** What has changed in a mailbox after a number; without one, only the present number. */
export async function readThingsSince(
  db: ReadDb,
  journal: Journal,
  mailboxId: number,
  { since, limit }: { since: number | null; limit: number },
): Promise<{ seq: number; things: Thing[] }> {
  const rows = await readRows(
    db,
    sql<JournalRange>`
    select coalesce(s.seq, 0) as seq, coalesce(s.forgotten_seq, 0) as forgotten_seq,
      (${selectThingsSince(journal, mailboxId, since, limit)}) as things
    from (values (${mailboxId}::bigint)) as m(id) left join ${sql.table(journal.state)} s on s.mailbox_id = m.id`,
  );
  const range = rows[0] as JournalRange;
  return { seq: range.seq, things: thingsOf(range, since) };
}

/**
 * Refuses what is too old: pruned entries, more things than the limit, or a number that the journal has not reached.
 */
export function thingsOf({ seq, forgotten_seq, things }: JournalRange, since: number | null): Thing[] {
  if (things !== null && (since === null || (since >= forgotten_seq && since <= seq))) return things;
  throw new Failure('changes_too_old', 'What changed since then is not known any more; fetch the lists anew');
}

/** The number of the last change of anything. */
export async function readJournalSeq(db: ReadDb, { state }: Journal, mailboxId: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ seq: number }>`select seq from ${sql.table(state)} where mailbox_id = ${mailboxId}`,
  );
  return row?.seq ?? 0;
}

export type ThingsUpdate = {
  seq: number;
  entries: Thing[];
  /** The column that counts them, how many more there are, and how many more bytes of their texts. */
  counted: { column: string; more: number; bytes: number };
  now: number;
};

/** Writes the journal, its number, and how many things and bytes there are, in one statement. */
export async function writeThings(
  tx: Tx,
  { state, changes }: Journal,
  mailboxId: number,
  { seq, entries, counted: { column, more, bytes }, now }: ThingsUpdate,
): Promise<void> {
  const count = sql.ref(column);
  await sql`
    with entries as (
      insert into ${sql.table(changes)} (mailbox_id, seq, kind, entity, at)
      select ${mailboxId}, ${seq}, kind, entity, ${now}
      from json_to_recordset(${JSON.stringify(entries)}) as n(kind text, entity uuid)
    )
    update ${sql.table(state)} set seq = ${seq}, ${count} = ${count} + ${more}, bytes = bytes + ${bytes}
    where mailbox_id = ${mailboxId}`.execute(tx);
}

const KEPT_SECONDS = 7 * 24 * 3600;
const ENTRIES_A_BATCH = 5_000;

/**
 * Deletes a week's old entries of all mailboxes; the same statement records the number up to which each journal was
 * pruned. Returns how many there were. `now` is in Unix seconds.
 */
export async function pruneThingsJournal(db: Db, { state, changes }: Journal, now: number): Promise<number> {
  for (let pruned = 0; ; ) {
    const { rows } = await inTransaction(db, (tx) =>
      sql<{ removed: number }>`
      with old as (
        select mailbox_id, seq, kind, entity from ${sql.table(changes)}
        where at < ${now - KEPT_SECONDS} order by at limit ${ENTRIES_A_BATCH}
      ), removed as (
        delete from ${sql.table(changes)} c using old o
        where c.mailbox_id = o.mailbox_id and c.seq = o.seq and c.kind = o.kind and c.entity = o.entity
        returning c.mailbox_id, c.seq
      ), forgotten as (
        update ${sql.table(state)} s set forgotten_seq = greatest(s.forgotten_seq, r.seq)
        from (select mailbox_id, max(seq) as seq from removed group by mailbox_id) r
        where s.mailbox_id = r.mailbox_id
      )
      select count(*)::integer as removed from removed`.execute(tx),
    );
    const removed = rows[0]?.removed ?? 0;
    pruned += removed;
    if (removed < ENTRIES_A_BATCH) return pruned;
  }
}
