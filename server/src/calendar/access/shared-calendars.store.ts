import { type RawBuilder, sql } from 'kysely';
import type { CalendarPermission } from '../../calendar-tables.ts';

/** What a person may do with a calendar: `BUSY` shows when its owner is busy, and nothing else. */
export type CalendarRight = CalendarPermission | 'OWNER';

/** That the owner of a calendar of the company is one of its domain: of who is none any more it ends with that. */
export const KEEPS_COMPANYS = sql`m.kind = 'owner' and m.deleted_at is null`;

/** A select of the calendars that people of their domain share with a person, and of those of the company. */
export function sharedWith(person: number): RawBuilder<unknown> {
  return sql`
    select s.mailbox_id, s.calendar_id, s.permission, s.color, m.name as owner_name, m.email as owner_email
    from calendar_members s
    join mailboxes m on m.id = s.mailbox_id
    join mailboxes p on p.id = ${person} and p.domain_id = m.domain_id
    where s.with_mailbox_id = ${person}
    union all
    select d.mailbox_id, d.calendar_id, 'READ', null, m.name, m.email
    from mailboxes p
    join calendars_of_domains d on d.domain_id = p.domain_id and d.mailbox_id <> p.id
    join mailboxes m on m.id = d.mailbox_id and m.domain_id = d.domain_id and ${KEEPS_COMPANYS}
    where p.id = ${person} and not exists (
      select from calendar_members x
      where x.mailbox_id = d.mailbox_id and x.calendar_id = d.calendar_id and x.with_mailbox_id = p.id)`;
}
