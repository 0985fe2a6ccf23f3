import { sql } from 'kysely';
import type { CalendarChangeKind } from '../../calendar-tables.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { selectThingsSince } from '../../kernel/things-changed.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type CalendarJournal = {
  seq: number;
  forgotten_seq: number;
  /** What has changed, without duplicates; null when the limit is exceeded. */
  things: { kind: CalendarChangeKind; entity: string }[] | null;
};

/** The journal after a number, and the number up to which it is complete, in one statement. */
export async function readCalendarJournal(
  db: ReadDb,
  mailboxId: number,
  since: number | null,
  limit: number,
): Promise<CalendarJournal> {
  const rows = await readRows(
    db,
    sql<CalendarJournal>`
    select coalesce(s.seq, 0) as seq, coalesce(s.forgotten_seq, 0) as forgotten_seq,
      (${selectThingsSince(CALENDAR.journal, mailboxId, since, limit)}) as things
    from (values (${mailboxId}::bigint)) as m(id) left join calendar_state s on s.mailbox_id = m.id`,
  );
  return rows[0] as CalendarJournal;
}
