import { type NotNull, sql } from 'kysely';
import { readRows } from './platform/db/read-rows.ts';
import type { ReadDb, Tx } from './tables.ts';

/** The keys of some blobs of mail, of any mailbox and by their own index: as good as drawn by lot, as they are hashes. */
export async function readSomeBlobKeys(db: ReadDb, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('blob')
    .where('blob', 'is not', null)
    .orderBy('blob')
    .limit(limit)
    .$narrowType<{ blob: NotNull }>()
    .execute();
  return rows.map(({ blob }) => blob.toString('hex'));
}

export type Timelines = {
  /** Of the log that PostgreSQL writes: another one after each failover, and after a restore to a moment. */
  present: string;
  /** On which the numbers of the journals were given out; null where nobody has noted it. */
  noted: string | null;
};

/** Noted as a comment, which needs no column that the program of before does not know. */
export async function readTimelines(db: ReadDb): Promise<Timelines> {
  const [row] = await readRows(
    db,
    sql<Timelines>`
    select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as present,
      obj_description('installation'::regclass, 'pg_class') as noted`,
  );
  if (!row) throw new Error('PostgreSQL names no timeline');
  return row;
}

/** One at a time may note another timeline. */
export async function lockTimeline(tx: Tx): Promise<void> {
  await sql`lock table installation in share update exclusive mode`.execute(tx);
}

export async function noteTimeline(tx: Tx, timeline: string): Promise<void> {
  await sql`comment on table installation is ${sql.lit(timeline)}`.execute(tx);
}
