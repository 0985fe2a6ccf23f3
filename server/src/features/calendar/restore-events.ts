import { reachObjects } from '../../calendar/access/reach.ts';
import { calendarsOf } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { isCopy, readSourcesBeside, type WholeObject } from '../../calendar/objects/objects.store.ts';
import type { ObjectPut } from '../../calendar/objects/put-objects.ts';
import { isInvited } from '../../calendar/scheduling/answer-event.ts';
import { changeObjects } from '../../calendar/scheduling/change-objects.ts';
import { deleteOwed, readOwed } from '../../calendar/scheduling/owed.store.ts';
import { organiserIn } from '../../calendar/scheduling/parts-of-object.ts';
import { withSequenceAbove } from '../../calendar/scheduling/raise-sequence.ts';
import { checkEvent, wholeEvents } from './reached-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';

export async function restoreEvents(deps: MeetingDeps, person: number, ids: string[]): Promise<void> {
  const reached = await reachObjects(deps.db, person, ids, 'WRITE');
  for (const [mailboxId, some] of Map.groupBy(reached, (one) => one.mailboxId)) {
    const by = await schedulingOf(deps, mailboxId, person);
    const work = async (change: CalendarChange) => {
      const trashed = (await wholeEvents(change, some)).filter(({ trashed_at }) => trashed_at !== null);
      const homeOf = await homesOf(change);
      const puts: ObjectPut[] = [];
      for (const whole of trashed) {
        const source = await aboveCopies(change, whole, by.own);
        const derived = checkEvent(source, change.now);
        puts.push({ id: whole.id, source, derived, calendarId: homeOf(whole.calendar_id) });
      }
      await changeObjects(
        change,
        puts.map((put) => ({ before: null, put })),
        by,
      );
    };
    await changeCalendar(deps, mailboxId, work, person);
  }
}

/** CL-390: what comes back speaks again to those who may have heard of a copy meanwhile, and above it. */
async function aboveCopies(
  { tx, mailboxId }: CalendarChange,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
  own: ReadonlySet<string>,
): Promise<Buffer> {
  if (organiserIn(source) === null || isInvited(readObject(source), own)) return source;
  if (await isCopy(tx, mailboxId, id)) return source;
  const beside = await readSourcesBeside(tx, mailboxId, id);
  const copies = beside.filter((other) => !isInvited(readObject(other), own));
  if (copies.length === 0) return source;
  const owed = await readOwed(tx, mailboxId, id);
  if (owed?.taken === null) await deleteOwed(tx, mailboxId, owed);
  return withSequenceAbove(source, copies);
}

/** The calendar to which an event comes back: its own, or the one of new events where that was deleted. */
export async function homesOf({
  tx,
  mailboxId,
  defaultCalendar,
}: CalendarChange): Promise<(calendarId: string | null) => string> {
  const calendars = new Set((await calendarsOf(tx, mailboxId)).map(({ id }) => id));
  return (calendarId) => (calendarId !== null && calendars.has(calendarId) ? calendarId : defaultCalendar);
}
