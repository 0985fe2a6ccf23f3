import { randomUUID } from 'node:crypto';
import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import type { HandOverFault } from '@bocau/contract/calendar-organiser.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { refusePrivateChange } from '../../calendar/access/hide-private.ts';
import { reachObject } from '../../calendar/access/reach.ts';
import { type CalendarChange, changeCalendars } from '../../calendar/change-calendar.ts';
import { guestsOf, organiserOf } from '../../calendar/ical/guests.ts';
import { type CalendarObject, readObject } from '../../calendar/ical/read-object.ts';
import { readObjectOfUid, readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { addOwedJob } from '../../calendar/scheduling/change-objects.ts';
import { askedBy } from '../../calendar/scheduling/hand-over.ts';
import { type NextOrganiser, readNextOrganiser } from '../../calendar/scheduling/hand-overs.store.ts';
import { readOwed, writeOwed } from '../../calendar/scheduling/owed.store.ts';
import { owedMessages } from '../../calendar/scheduling/owed-messages.ts';
import { organiserIn, partsByPlace, somePart } from '../../calendar/scheduling/parts-of-object.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import { addCalendarNotice, noticeTitle } from './notices/calendar-notices.ts';
import { type Copy, passMeeting } from './pass-meeting.ts';
import { eventToChange } from './reached-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';
import { findEvent } from './show-event.ts';

type Wish = { revision?: number | undefined; to_email: string };

/**
 * Another guest asks to a meeting from now on, and who did comes as one. Both texts, the rooms and what guests are owed
 * change in one transaction, so that there is one organiser at any time.
 */
export async function handOverEvent(
  deps: MeetingDeps,
  person: number,
  id: string,
  { revision, to_email }: Wish,
): Promise<CalendarEvent> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  await refuseOthers(deps, reached);
  const address = foldAddress(to_email);
  const next = await readNextOrganiser(deps.db, person, address);
  const mailboxId = mailboxOf(next);
  if (mailboxId === person) throw refusal('not_guest');
  const [by, theirs] = [
    await schedulingOf(deps, person, person),
    await schedulingOf(deps, mailboxId, person),
  ];
  const isDone = await changeCalendars(deps, [person, mailboxId], person, async (change, other) => {
    const whole = await eventToChange(change, reached, { revision, original: null }, by);
    const object = readObject(whole.source);
    refuseMeeting(object, by.own, address);
    if (await readOwed(change.tx, person, id)) {
      await tellNow(change, id);
      return false;
    }
    const known = await storedOf(other, object, by.own);
    const from = organiserOf(somePart(object)) ?? refuseNobody();
    const to = guestNamed(object, address, next);
    const copies: [Copy, Copy] = [whole, known];
    const taken = await passMeeting(change, other, { copies, from: addressOf(from), to, own: theirs.own });
    await owe(other, known.id, { told: askedBy(taken, addressOf(from)), current: taken }, theirs);
    const about = { objectId: known.id, title: noticeTitle(taken), by: by.organiser ?? addressOf(from) };
    await addCalendarNotice(change.tx, { kind: 'handed_over', mailboxId, at: change.now, ...about });
    return true;
  });
  if (!isDone) throw refusal('not_told');
  return findEvent(deps.db, person, id);
}

/** Who may change the calendar of somebody else learns no more of what is private there. */
async function refuseOthers(
  { db }: MeetingDeps,
  { id, mailboxId, permission }: Awaited<ReturnType<typeof reachObject>>,
): Promise<void> {
  if (permission === 'OWNER') return;
  const [whole] = await readWholeObjects(db, mailboxId, [id]);
  if (!whole) throw eventNotFound();
  refusePrivateChange(permission, whole.source, null);
  throw new Failure('forbidden', 'Only who asks to a meeting hands it to another person');
}

function mailboxOf({ mailbox_id, is_group, is_inside, is_active }: NextOrganiser): number {
  if (is_group) throw refusal('group');
  if (mailbox_id === null || !is_inside) throw refusal('outside');
  if (!is_active) throw refusal('unavailable');
  return mailbox_id;
}

function refuseMeeting(object: CalendarObject, own: ReadonlySet<string>, address: string): void {
  const parts = [...partsByPlace(object).values()];
  if (!own.has(organiserOf(somePart(object))?.address ?? '')) throw refusal('not_organiser');
  if (parts.some(({ isPrivate }) => isPrivate)) throw refusal('private');
  const guests = guestsOf(somePart(object));
  if (!guests.some((guest) => guest.address === address && !guest.isResource)) throw refusal('not_guest');
}

/** The copy of the guest; who has thrown it away, or never had it, is not made to keep it. */
async function storedOf(
  { tx, mailboxId }: CalendarChange,
  { uid }: CalendarObject,
  own: ReadonlySet<string>,
): Promise<WholeObject> {
  const stored = await readObjectOfUid(tx, mailboxId, uid);
  const asks = stored && organiserIn(stored.source)?.address;
  if (!stored || stored.trashed_at !== null || !own.has(asks ?? '')) throw refusal('not_in_calendar');
  return stored;
}

/** As the meeting names them; their name is known here in any case. */
function guestNamed(object: CalendarObject, address: string, { name }: NextOrganiser): MailAddress {
  const guest = guestsOf(somePart(object)).find((one) => one.address === address) ?? refuseNobody();
  return { name: guest.name || name, email: guest.email };
}

const addressOf = ({ name, email }: MailAddress): MailAddress => ({ name, email });

/** What is still waited with, as it could be undone, goes first: a moment later the meeting can be handed over. */
async function tellNow(change: CalendarChange, id: string): Promise<void> {
  const { tx, mailboxId, now } = change;
  await writeOwed(tx, mailboxId, { object_id: id, round: randomUUID(), told: null, due_at: now });
  await addOwedJob(change, id, now);
}

/** All are told at once, by who asks now. */
async function owe(
  change: CalendarChange,
  id: string,
  { told, current }: { told: Buffer; current: Buffer },
  by: Awaited<ReturnType<typeof schedulingOf>>,
): Promise<void> {
  const { tx, mailboxId, now } = change;
  const messages = owedMessages({ told, current }, by.own, now);
  await by.mayTell(
    change,
    messages.reduce((sum, { to }) => sum + to.length, 0),
  );
  await writeOwed(tx, mailboxId, { object_id: id, round: randomUUID(), told, due_at: now });
  await addOwedJob(change, id, now);
}

function refuseNobody(): never {
  throw refusal('not_guest');
}

function refusal(reason: HandOverFault): Failure {
  return new Failure('invalid_event', 'This meeting can not be handed to this person', {
    details: { field: 'organiser', reason },
  });
}
