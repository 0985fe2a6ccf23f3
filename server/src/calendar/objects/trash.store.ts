import { type Selectable, sql } from 'kysely';
import type { CalendarObjectsTable } from '../../calendar-tables.ts';
import { personIn } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type TrashedObject = Pick<
  Selectable<CalendarObjectsTable>,
  'id' | 'calendar_id' | 'title' | 'repeats' | 'first_at'
> & { trashed_at: number; trashed_by: { name: string; email: string } | null; is_task: boolean };

/** Events and tasks in the trash, those that were put there last first. */
export function readTrash(db: ReadDb, mailboxId: number, limit: number): Promise<TrashedObject[]> {
  return readRows(
    db,
    sql<TrashedObject>`
    select id, calendar_id, title, repeats, first_at, trashed_at, component = 'task' as is_task,
      ${personIn('calendar_objects.changed_by')} as trashed_by
    from calendar_objects where mailbox_id = ${mailboxId} and trashed_at is not null
    order by trashed_at desc, id limit ${limit}`,
  );
}

/** Those of the uids that are in the trash of a calendar. */
export async function readTrashedUids(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  uids: string[],
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ uid: string }>`
    select uid from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and uid = any(${uids}::text[])
      and trashed_at is not null`,
  );
  return rows.map(({ uid }) => uid);
}
