import { isDeepStrictEqual } from 'node:util';
import type { CalendarEvent, EventFields, EventGuest, GuestRight } from '@bocau/contract/calendar.ts';
import type { ReachedObject } from '../../calendar/access/find-objects.store.ts';
import { type CalendarChange, changeCalendars } from '../../calendar/change-calendar.ts';
import { guestsOf } from '../../calendar/ical/guests.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { editAll, editOne } from '../../calendar/objects/edit-series.ts';
import { readObjectOfUid, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { rejoinOne } from '../../calendar/objects/rejoin-one.ts';
import { applyRequest } from '../../calendar/scheduling/apply-request.ts';
import { changeObjects } from '../../calendar/scheduling/change-objects.ts';
import { owedMessages } from '../../calendar/scheduling/owed-messages.ts';
import { partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import { readMessage } from '../../calendar/scheduling/read-message.ts';
import { stampOf } from '../../calendar/scheduling/versions.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import { type Leave, rightIn } from './guest-leave.ts';
import { changedMeanwhile, editedPut, eventToChange, toldText } from './reached-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';
import { findEvent, showEvent } from './show-event.ts';

/** What a guest keeps for themselves; all else of a meeting is changed by who asks to it, or by their leave. */
export const OF_GUESTS: readonly string[] = ['reminders', 'is_busy', 'is_private'];

/** What a guest may change by leave. Rooms, files, and what guests see and may do stay with who asks. */
const BY_LEAVE: Record<GuestRight, readonly string[]> = {
  invite: ['guests'],
  change: ['guests', 'title', 'place', 'description', 'url', 'start', 'end', 'rule'],
};

type GuestEdit = {
  revision?: number | undefined;
  scope: 'all' | 'one';
  original: string;
  fields: Partial<EventFields>;
};

/**
 * CL-239: a guest changes a meeting by leave of who asks to it: in their calendar and in their name, as somebody would with
 * whom it is shared, and in the guest's own in the same transaction. All others are told.
 */
export async function changeAsGuest(
  deps: MeetingDeps,
  person: number,
  { reached, leave }: { reached: ReachedObject; leave: Leave },
  { revision, scope, original, fields }: GuestEdit,
): Promise<CalendarEvent> {
  const { id, mailboxId } = reached;
  const by = await schedulingOf(deps, mailboxId, person);
  const theirBy = await schedulingOf(deps, leave.mailboxId, person, { isLeave: true });
  const meant = scope === 'one' ? original : '';
  const [ofAll, ofGuest] = partedFields(fields);
  await changeCalendars(deps, [mailboxId, leave.mailboxId], person, async (mine, theirs) => {
    const whole = await eventToChange(mine, reached, { revision: undefined, original: meant || null }, by);
    const known = showEvent(whole, meant, { permission: 'OWNER', own: by.own }).fields;
    if (revision !== undefined && revision !== whole.seq) {
      // Whoever lost the answer sends the same change again.
      if (isDeepStrictEqual({ ...known, ...fields }, known)) return;
      throw changedMeanwhile(whole, reached.permission, by.own);
    }
    const asked = await meetingOf(theirs, whole, { theirs: theirBy.own, own: by.own, meant });
    const toldOf = await toldText(theirs, asked.whole);
    const told = toldOf ? addressesIn(toldOf, meant) : [];
    const given = allowed(asked.right, ofAll, { known, told, of: asked.whole, meant });
    const write = scope === 'one' ? (text: Buffer, edit: Edit) => editOne(text, original, edit) : editAll;
    const edited = write(asked.whole.source, { fields: given, organiser: theirBy.organiser, now: mine.now });
    const text = meant ? rejoinOne(edited, meant, toldOf) : edited;
    await changeObjects(theirs, [await editedPut(theirs, asked.whole, { text }, theirBy)], theirBy);
    const source = asTold(whole.source, text, { own: by.own, organiser: theirBy.own, now: mine.now });
    const hasOwn = Object.keys(ofGuest).length > 0;
    const kept = hasOwn ? write(source, { fields: ofGuest, organiser: by.organiser, now: mine.now }) : source;
    const { put } = await editedPut(mine, { ...whole, source }, { text: kept }, by);
    await changeObjects(mine, [{ before: whole.source, put }], by);
  });
  return findEvent(deps.db, person, id, meant);
}

type Edit = Parameters<typeof editAll>[1];

function partedFields(fields: Partial<EventFields>): [Partial<EventFields>, Partial<EventFields>] {
  const names = Object.entries(fields);
  return [
    Object.fromEntries(names.filter(([name]) => !OF_GUESTS.includes(name))),
    Object.fromEntries(names.filter(([name]) => OF_GUESTS.includes(name))),
  ];
}

/** Under the lock of both calendars: the leave may have ended since. */
async function meetingOf(
  { tx, mailboxId }: CalendarChange,
  { source }: WholeObject,
  { theirs, own, meant }: { theirs: ReadonlySet<string>; own: ReadonlySet<string>; meant: string },
): Promise<{ whole: WholeObject; right: GuestRight }> {
  const whole = await readObjectOfUid(tx, mailboxId, readObject(source).uid);
  const right = whole && rightIn(whole, theirs, own);
  if (!whole || !right) throw refused();
  if (!addressesIn(whole.source, meant).some((address) => own.has(address))) throw refused();
  return { whole, right };
}

/** Who is asked to the meeting, or to the one of a series that is meant. */
function addressesIn(text: Buffer, meant: string): string[] {
  const parts = partsByPlace(readObject(text));
  const part = parts.get(meant) ?? parts.get('');
  return part ? guestsOf(part.part).map(({ address }) => address) : [];
}

/**
 * The fields as they are of the text of who asks. Who comes and goes is told from what the guest has seen; nobody goes who
 * was told that they are asked.
 */
function allowed(
  right: GuestRight,
  fields: Partial<EventFields>,
  { known, told, of, meant }: { known: EventFields; told: readonly string[]; of: WholeObject; meant: string },
): Partial<EventFields> {
  const others = Object.keys(fields).filter((name) => !BY_LEAVE[right].includes(name));
  if (others.length > 0) throw refused(others);
  if (!fields.guests) return fields;
  const wanted = fields.guests;
  const has = (list: EventGuest[], { email }: EventGuest) =>
    list.some((one) => foldAddress(one.email) === foldAddress(email));
  const gone = known.guests.filter((one) => !has(wanted, one));
  if (gone.some(({ email }) => told.includes(foldAddress(email)))) throw refused(['guests']);
  const there = showEvent(of, meant, { permission: 'OWNER', own: new Set() }).fields.guests;
  const named = (one: EventGuest) =>
    wanted.find(({ email }) => foldAddress(email) === foldAddress(one.email)) ?? one;
  const stay = there
    .filter((one) => !has(gone, one))
    .map((one) => (right === 'change' ? { ...named(one), name: one.name } : one));
  return { ...fields, guests: [...stay, ...wanted.filter((one) => !has(there, one))] };
}

/** The guest's text with what they will be told of the meeting, so that they needn't wait for it. */
function asTold(
  stored: Buffer,
  text: Buffer,
  { own, organiser, now }: { own: ReadonlySet<string>; organiser: ReadonlySet<string>; now: number },
): Buffer {
  // Two changes within one second are two versions all the same.
  const parts = [...partsByPlace(readObject(stored)).values()];
  const stamp = Math.max(now, ...parts.map(({ part }) => stampOf(part) + 1));
  const told = owedMessages({ told: null, current: text }, organiser, stamp).find(({ to }) =>
    to.some(({ email }) => own.has(foldAddress(email))),
  );
  const message = told && readMessage(told.source);
  return (message && applyRequest(stored, message, own)) ?? stored;
}

/** CL-301: of which fields, as far as it is about some. */
export function refused(names: readonly string[] = []): Failure {
  const message = 'Only who asks to a meeting changes this of it';
  if (names.length === 0) return new Failure('forbidden', message);
  const fields = names.map((name) => ({ field: `fields.${name}`, problem: message }));
  return new Failure('forbidden', `${message}: ${names.join(', ')}`, { details: { fields } });
}
