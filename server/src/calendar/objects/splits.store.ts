import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** What undoes a split of a series: its text and calendar before it, and what was made of the rest. */
export type Split = {
  seq: number;
  /** Null once it was undone. */
  source: Buffer | null;
  calendarId: string | null;
  made: string | null;
};

export async function readSplit(db: ReadDb, mailboxId: number, id: string): Promise<Split | undefined> {
  const [split] = await readRows(
    db,
    sql<Split>`
    select split_seq as seq, before_split as source, before_split_calendar as "calendarId", split_off as made
    from calendar_sources
    where mailbox_id = ${mailboxId} and object_id = ${id}::uuid and split_seq is not null`,
  );
  return split;
}

/** Of an object that was just written; the next write of it forgets this. */
export async function writeSplit(tx: Tx, mailboxId: number, id: string, split: Split): Promise<void> {
  const { seq, source, calendarId, made } = split;
  await sql`
    update calendar_sources set split_seq = ${seq}, before_split = ${source},
      before_split_calendar = ${calendarId}::uuid, split_off = ${made}::uuid
    where mailbox_id = ${mailboxId} and object_id = ${id}::uuid`.execute(tx);
}
