import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { CalendarChange } from '../change-calendar.ts';

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
export async function writeSplit(change: CalendarChange, id: string, split: Split): Promise<void> {
  const { tx, mailboxId } = change;
  const { seq, source, calendarId, made } = split;
  const { rows } = await sql<{ bytes: number }>`
    update calendar_sources s set split_seq = ${seq}, before_split = ${source},
      before_split_calendar = ${calendarId}::uuid, split_off = ${made}::uuid
    from calendar_sources old
    where s.mailbox_id = ${mailboxId} and s.object_id = ${id}::uuid
      and old.mailbox_id = ${mailboxId} and old.object_id = s.object_id
    returning coalesce(octet_length(old.before_split), 0) as bytes`.execute(tx);
  for (const { bytes } of rows) change.count(0, (source?.length ?? 0) - bytes);
}
