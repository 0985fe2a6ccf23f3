import { type CalendarEvent, EVENT_ANSWERS } from '@bocau/contract/calendar.ts';
import { refusePrivate } from '../../calendar/access/hide-private.ts';
import { reachObject } from '../../calendar/access/reach.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import { readPerson } from '../../calendar/calendars/calendars.store.ts';
import { enclosedOf } from '../../calendar/ical/attached-files.ts';
import { fieldsOf, repeatsOtherwise, shownTime } from '../../calendar/ical/event-fields.ts';
import { momentOf } from '../../calendar/ical/event-time.ts';
import { guestsOf, isOwnRoom, organiserOf } from '../../calendar/ical/guests.ts';
import {
  type CalendarObject,
  readAttendees,
  readObject,
  readOrganiser,
} from '../../calendar/ical/read-object.ts';
import type { Part } from '../../calendar/ical/scan-object.ts';
import { isCopy, readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { findOccurrence, repeats } from '../../calendar/occurrences/occurrences-of.ts';
import { showProposals } from '../../calendar/proposals/standing-proposals.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { readHeldRooms } from '../../calendar/rooms/rooms.store.ts';
import { isInvited } from '../../calendar/scheduling/answer-event.ts';
import { readUndelivered } from '../../mail/outbox/undelivered-meetings.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';
import { endedFiles, sharesOfFiles } from './files/bind-files.ts';
import { leaveOf } from './guest-leave.ts';
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
  const proposals = event.organiser
    ? await showProposals(db, mailboxId, readObject(whole.source), { id, original, own })
    : [];
  const shares = mailboxId === person ? await sharesOfFiles(db, person, whole) : [];
  const asksRooms = event.attendees.some((one) => one.is_room && one.answer === 'accepted');
  const lost = asksRooms ? await roomsLost(db, { mailboxId, whole, own }, original) : new Set();
  const unreached = await unreachedGuests(db, mailboxId, { whole, own, event });
  const ended = await endedFiles(db, event.fields.files);
  const tellsNobody = event.organiser !== null && (await isCopy(db, mailboxId, id));
  const leave = event.my_answer === null ? null : await leaveOf(db, mailboxId, whole, own);
  return {
    ...event,
    ...(ended.length > 0 && { ended_files: ended }),
    ...(tellsNobody && { is_copy: true as const }),
    ...(leave && { guest_may: leave.right }),
    attendees: event.attendees.map((one) => {
      const address = foldAddress(one.email);
      if (lost.has(address)) return { ...one, answer: 'declined' as const };
      return one.answer === 'waiting' && unreached.has(address)
        ? { ...one, is_undelivered: true as const }
        : one;
    }),
    ...(proposals.length > 0 && { proposals }),
    changed_by: await authorOf(db, whole.changed_by),
    ...(shares.length > 0 && { file_shares: shares }),
  };
}

/** The text of an event that the person may read, or of one occurrence of it. */
export async function findEventPart(db: ReadDb, person: number, id: string, original: string): Promise<Part> {
  const { mailboxId, permission } = await reachObject(db, person, id, 'READ');
  const [whole] = await readWholeObjects(db, mailboxId, [id]);
  if (!whole) throw eventNotFound();
  const { part } = toldOf(readObject(whole.source), original);
  refusePrivate(permission, part);
  return part.part;
}

/**
 * Rooms that took an event and have it no more: they were deleted, or of a series that came this far another one was
 * there first. What was over when it was written is as its text says, and so are the copies of guests: only the mailbox
 * that asks to a meeting has its bookings.
 */
async function roomsLost(
  db: ReadDb,
  { mailboxId, whole, own }: { mailboxId: number; whole: WholeObject; own: Seen['own'] },
  original: string,
): Promise<ReadonlySet<string>> {
  if (whole.trashed_at !== null) return new Set();
  const object = readObject(whole.source);
  if (original === '' && repeats(object)) return new Set();
  const found = original === '' ? null : findOccurrence(object, original);
  const part = found?.part ?? object.main;
  const until = found?.until ?? (object.main && momentOf(object.main.end));
  if (!part || !until || until <= whole.changed_at) return new Set();
  if (!own.has(organiserOf(part.part)?.address ?? '')) return new Set();
  const held = await readHeldRooms(db, mailboxId, whole.id);
  const has = new Set(held.filter((one) => one.original === original).map(({ address }) => address));
  const rooms = guestsOf(part.part).filter(({ line }) => isOwnRoom(line));
  return new Set(rooms.flatMap(({ address }) => (has.has(address) ? [] : [address])));
}

/** CL-261: guests whom the invitation did not reach; only the mailbox that asks to a meeting has sent it. */
async function unreachedGuests(
  db: ReadDb,
  mailboxId: number,
  {
    whole,
    own,
    event,
  }: { whole: WholeObject; own: Seen['own']; event: Pick<CalendarEvent, 'organiser' | 'attendees'> },
): Promise<ReadonlySet<string>> {
  const { organiser, attendees } = event;
  const isAsked = attendees.some((one) => one.answer === 'waiting' && !one.is_room);
  if (!isAsked || !organiser || !own.has(foldAddress(organiser.email))) return new Set();
  return readUndelivered(db, mailboxId, readObject(whole.source).uid);
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
  const my_answer = answerOf(part.part, own);
  return {
    ...{ id: whole.id, calendar_id: whole.calendar_id, revision: whole.seq, original },
    fields,
    repeats_otherwise: repeatsOtherwise((object.main ?? part).part),
    organiser: readOrganiser(part.part),
    attendees: readAttendees(part.part),
    enclosed: enclosedOf(part.part),
    my_answer,
    ...(my_answer === null && isInvited(object, own) && { is_of_others: true as const }),
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
