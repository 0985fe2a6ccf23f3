import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { type CalendarRight, sharedWith } from './shared-calendars.store.ts';

/** An object that the caller may reach, in the calendar that gives the right. */
export type ReachedObject = {
  id: string;
  mailboxId: number;
  calendarId: string;
  permission: CalendarRight;
  isTrashed: boolean;
};

/**
 * Those of the ids that are a person's own, in the trash too, and then those in calendars that others share with them for
 * more than their times. The last release let somebody make an object with the id of another's: the older one comes
 * first.
 */
export function findObjects(db: ReadDb, person: number, ids: string[]): Promise<ReachedObject[]> {
  return readRows(
    db,
    sql<ReachedObject>`
    select id, "mailboxId", "calendarId", permission, "isTrashed" from (
      select o.id, o.mailbox_id as "mailboxId", o.calendar_id as "calendarId", 'OWNER' as permission,
        o.trashed_at is not null as "isTrashed", 0 as place, o.created_at
      from calendar_objects o where o.mailbox_id = ${person} and o.id = any(${ids}::uuid[])
      union all
      select o.id, o.mailbox_id, o.calendar_id, s.permission, o.trashed_at is not null, 1, o.created_at
      from (${sharedWith(person)}) s
      join calendar_objects o on o.mailbox_id = s.mailbox_id and o.id = any(${ids}::uuid[])
        and o.calendar_id = s.calendar_id
      where s.permission <> 'BUSY'
    ) found
    order by place, created_at, "mailboxId"`,
  );
}
