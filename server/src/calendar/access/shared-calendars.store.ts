import { type RawBuilder, sql } from 'kysely';
import type { CalendarPermission } from '../../calendar-tables.ts';

/** What a person may do with a calendar: `BUSY` shows when its owner is busy, and nothing else. */
export type CalendarRight = CalendarPermission | 'OWNER';

/** A select of the calendars that people of their domain share with a person. */
export function sharedWith(person: number): RawBuilder<unknown> {
  return sql`
    select s.mailbox_id, s.calendar_id, s.permission, s.color, m.name as owner_name, m.email as owner_email
    from calendar_members s
    join mailboxes m on m.id = s.mailbox_id
    join mailboxes p on p.id = ${person} and p.domain_id = m.domain_id
    where s.with_mailbox_id = ${person}`;
}
