import type { Reminder } from '@bocau/contract/calendar.ts';
import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { invalidEvent } from '../../calendar/ical/event-fields.ts';
import { UTC, zoneNamed } from '../../calendar/ical/zones.ts';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { acknowledge } from '../../calendar/reminders/acknowledge.ts';
import { STANDING_SECONDS } from '../../calendar/reminders/give-reminders.ts';
import { readStanding, readZoneOf, type ToldReminder } from '../../calendar/reminders/reminders.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { checkEvent } from './reached-events.ts';

const DAY_SECONDS = 24 * 3600;
/** More would fill a screen without being read. */
const MOST_SHOWN = 50;
const FURTHEST_SNOOZE = 60 * DAY_SECONDS;

/** What stands on the person's screens. Of what ended a day ago, or was told then, nobody has to be told any more. */
export async function listReminders(
  { db, clock }: { db: ReadDb; clock: Clock },
  person: number,
): Promise<Reminder[]> {
  const now = unixSeconds(clock);
  const standing = await readStanding(db, person, {
    givenAfter: now - STANDING_SECONDS,
    endedAfter: now - DAY_SECONDS,
    limit: MOST_SHOWN,
  });
  return standing.map(showReminder);
}

function showReminder({ object_id, is_task, ...told }: ToldReminder): Reminder {
  return { event_id: object_id, ...told, ...(is_task && { is_task }) };
}

/** CL-65: dismisses what is due of an occurrence; with `again`, until then. */
export async function answerReminder(
  deps: CalendarDeps,
  person: number,
  id: string,
  { original, again }: { original: string; again: number | null },
): Promise<void> {
  await changeCalendar(deps, person, async (change) => {
    const { tx, now } = change;
    if (again !== null && again > now + FURTHEST_SNOOZE)
      throw invalidEvent('reminders', 'It is too late a time');
    const [whole] = isId(id) ? await readWholeObjects(tx, person, [id]) : [];
    if (!whole || whole.trashed_at !== null) throw eventNotFound();
    const zone = zoneNamed(await readZoneOf(tx, person)) ?? UTC;
    const until = again === null ? null : Math.max(again, now + 1);
    const source = acknowledge(whole.source, { original, now, zone, again: until });
    // Of an occurrence that is gone nothing stands any more.
    if (source === null) return;
    // What a person was reminded of concerns nobody else: it owes no message.
    change.allowGrowth();
    await putObjects(change, [
      { id, calendarId: whole.calendar_id, source, derived: checkEvent(source, now), keepsAuthor: true },
    ]);
  });
}
