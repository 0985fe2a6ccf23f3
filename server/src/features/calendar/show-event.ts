import { type CalendarEvent, EVENT_ANSWERS } from '@bocau/contract/calendar.ts';
import { refusePrivate } from '../../calendar/access/hide-private.ts';
import { reachObject } from '../../calendar/access/reach.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import { readPerson } from '../../calendar/calendars/calendars.store.ts';
import { fieldsOf, repeatsOtherwise, shownTime } from '../../calendar/ical/event-fields.ts';
import { guestsOf, organiserOf } from '../../calendar/ical/guests.ts';
import {
  type CalendarObject,
  readAttendees,
  readObject,
  readOrganiser,
} from '../../calendar/ical/read-object.ts';
import type { Part } from '../../calendar/ical/scan-object.ts';
import { readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { findOccurrence } from '../../calendar/occurrences/occurrences-of.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import type { ReadDb } from '../../tables.ts';
import { readOwnAddresses } from './own-addresses.ts';

const DAY = 24 * 3600;

/** An event that the person may read; `original` names one occurrence, without it the series is told. */
export async function findEvent(
  db: ReadDb,
  person: number,
  id: string,
  original = '',
): Promise<CalendarEvent> {
  const { mailboxId, permission } = await reachObject(db, person, id, 'READ');
  const [[whole], addresses] = await Promise.all([
    readWholeObjects(db, mailboxId, [id]),
    readOwnAddresses(db, [mailboxId]),
  ]);
  if (!whole) throw eventNotFound();
  const own = addresses.get(mailboxId) ?? new Set();
  const event = showEvent(whole, original, { permission, own });
  return { ...event, changed_by: await authorOf(db, whole.changed_by) };
}

async function authorOf(db: ReadDb, author: number | null): Promise<CalendarEvent['changed_by']> {
  return author === null ? null : ((await readPerson(db, author)) ?? null);
}

type Seen = {
  permission: CalendarRight;
  /** The addresses of the owner of the calendar, as they are compared. */
  own: ReadonlySet<string>;
};

export function showEvent(
  whole: WholeObject,
  original: string,
  { permission, own }: Seen,
): Omit<CalendarEvent, 'changed_by'> {
  const object = readObject(whole.source);
  const { fields, part } = toldOf(object, original);
  refusePrivate(permission, part);
  return {
    ...{ id: whole.id, calendar_id: whole.calendar_id, revision: whole.seq, original },
    fields,
    repeats_otherwise: repeatsOtherwise((object.main ?? part).part),
    organiser: readOrganiser(part.part),
    attendees: readAttendees(part.part),
    my_answer: answerOf(part.part, own),
    ...{ changed_at: whole.changed_at, trashed_at: whole.trashed_at },
  };
}

function answerOf(part: Part, own: ReadonlySet<string>): CalendarEvent['my_answer'] {
  const organiser = organiserOf(part);
  if (!organiser || own.has(organiser.address)) return null;
  const me = guestsOf(part).find(({ address }) => own.has(address));
  if (!me) return null;
  return EVENT_ANSWERS.find((answer) => answer === me.answer.toLowerCase()) ?? 'waiting';
}

function toldOf(object: CalendarObject, original: string) {
  if (original === '') {
    const part = object.main ?? object.changed[0];
    if (!part) throw eventNotFound();
    return { part, fields: fieldsOf(part) };
  }
  const found = findOccurrence(object, original);
  if (!found) throw eventNotFound();
  const { part, at, until } = found;
  const { start, end } = part;
  const lastDay = end.kind === 'day' ? DAY : 0;
  return {
    part,
    fields: {
      ...fieldsOf(part),
      start: shownTime({ ...start, wall: start.zone.wallOf(at) }),
      end: shownTime({ ...end, wall: end.zone.wallOf(until) - lastDay }),
      // Of a single one too it is said how its series repeats.
      rule: object.main ? fieldsOf(object.main).rule : null,
    },
  };
}
