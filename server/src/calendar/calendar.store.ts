import { sql } from 'kysely';
import { countBytes } from '../kernel/resources.store.ts';
import { idFromText } from '../platform/ids.ts';
import type { Tx } from '../tables.ts';
import { OBJECT_TABLES } from './object-resources.ts';

export type CalendarNumbers = { seq: number; objects: number; bytes: number; default_calendar: string };

/** Of the calendar that everybody has; a person may give it another name and colour. */
export const FIRST_CALENDAR = { name: 'Lịch', name_key: 'lich', color: '#1a73e8' } as const;

/** Known before the calendar has a row: everybody has it, and many never put an event into it. */
export function firstCalendarOf(mailboxId: number): string {
  return idFromText(`calendar of mailbox ${mailboxId}`);
}

type Locked = { seq: number; objects: number; bytes: number | null; default_calendar: string | null };

/** Locks the calendar, creating its state and the first calendar on the first change. */
export async function lockCalendar(tx: Tx, mailboxId: number, now: number): Promise<CalendarNumbers> {
  const locked = await sql<Locked>`
    insert into calendar_state as s (mailbox_id, bytes) values (${mailboxId}, 0)
    on conflict (mailbox_id) do update set seq = s.seq
    returning s.seq, s.objects, s.bytes,
      (select c.id from calendars c where c.mailbox_id = ${mailboxId} and c.is_default) as default_calendar`.execute(
    tx,
  );
  const { seq, objects, default_calendar, ...counted } = locked.rows[0] as Locked;
  const bytes = counted.bytes ?? (await countBytes(tx, OBJECT_TABLES, mailboxId));
  if (default_calendar !== null) return { seq, objects, bytes, default_calendar };
  const id = firstCalendarOf(mailboxId);
  const { name, name_key, color } = FIRST_CALENDAR;
  await sql`
    insert into calendars (mailbox_id, id, name, name_key, color, is_default, seq, created_at)
    values (${mailboxId}, ${id}::uuid, ${name}, ${name_key}, ${color}, true, ${seq}, ${now})
    on conflict do nothing`.execute(tx);
  return { seq, objects, bytes, default_calendar: id };
}

/** The journal names what others share by this id: which of it changed is not said. */
const SHARED_CALENDARS = '00000000-0000-0000-0000-000000000000';

/** Journals a change of shared calendars for people, in the order of their ids, so that nobody waits in a circle. */
export async function journalForAll(tx: Tx, people: readonly number[], now: number): Promise<void> {
  await sql`
    with told as (
      insert into calendar_state as s (mailbox_id, seq)
      select m.id, 1 from mailboxes m where m.id = any(${people}::bigint[]) order by m.id
      on conflict (mailbox_id) do update set seq = s.seq + 1
      returning s.mailbox_id, s.seq
    )
    insert into calendar_changes (mailbox_id, seq, kind, entity, at)
    select mailbox_id, seq, 'calendar', ${SHARED_CALENDARS}::uuid, ${now} from told`.execute(tx);
}
