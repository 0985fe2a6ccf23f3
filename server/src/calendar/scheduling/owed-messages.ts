import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../../platform/failure.ts';
import { type Guest, guestsOf, organiserOf, UNANSWERED, writePerson } from '../ical/guests.ts';
import { hidesGuests } from '../ical/hidden-guests.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import { writeMoment } from '../ical/write-lines.ts';
import { type Changed, createComparison, type View, viewsOf } from './guest-views.ts';
import { partsByPlace, somePart } from './parts-of-object.ts';
import { happensOtherwise } from './raise-sequence.ts';
import { sequenceOf } from './versions.ts';
import { type Method, statusLine, toldPerson, writeMessage, writeSome } from './write-message.ts';

/** A message that others are owed because of a change. */
export type OwedMessage = {
  method: Method;
  /** Some of whom it goes to had an earlier one. */
  isUpdate: boolean;
  /** The place of the one of a series that is told to have changed; null where it is more than one, or all. */
  about: string | null;
  to: MailAddress[];
  /** Who asked to it until now, where that is another person. */
  handedOverBy: MailAddress | null;
  /** A COUNTER that takes an earlier one back. */
  withdraws?: true;
  /** The own address that the object names. */
  from: string;
  /** The text of the message. */
  source: Buffer;
};

export type Change = {
  /** The text as others know it; null where they know nothing. */
  told: Buffer | null;
  /** The text now; null where the object is gone. */
  current: Buffer | null;
};

const CRLF = '\r\n';
/** Of what is cancelled and answered, guests and organiser need no more than these. */
const TOLD_OF_CANCELLED = [
  ...['UID', 'SEQUENCE', 'RECURRENCE-ID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'SUMMARY', 'LOCATION'],
  'ORGANIZER',
];
const TOLD_OF_ANSWERED = [
  'UID',
  'SEQUENCE',
  'RECURRENCE-ID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'SUMMARY',
  'ORGANIZER',
];

/**
 * What the difference of two texts owes to others (RFC 5546): invitations and cancellations where the organiser is one
 * of the `own` addresses, an answer where a guest is. `now` in Unix seconds.
 */
export function owedMessages(
  { told, current }: Change,
  own: ReadonlySet<string>,
  now: number,
): OwedMessage[] {
  const [before, after] = [told && readObject(told), current && readObject(current)];
  const object = after ?? before;
  if (object?.component !== 'event') return [];
  // Programs take out the organiser with the last guest.
  const organiser = organiserOf(somePart(object)) ?? (before && organiserOf(somePart(before)));
  if (!organiser || organiser.isToldElsewhere) return [];
  if (own.has(organiser.address)) return toGuests(before, after, { own, organiser, now });
  return toOrganiser(before, after, { own, organiser, now });
}

type Sending = { own: ReadonlySet<string>; organiser: Guest; now: number };

type Asked = Changed & { view: View; to: MailAddress[] };

function toGuests(
  before: CalendarObject | null,
  after: CalendarObject | null,
  { own, organiser, now }: Sending,
): OwedMessage[] {
  if (after) refuseTooManyGuests(after);
  const guests = new Map([...guestsIn(before), ...guestsIn(after)]);
  const asked = new Map<string, Asked>();
  const changeOf = createComparison();
  const cancelled: MailAddress[] = [];
  const views = { before: viewsOf(before, now), after: viewsOf(after, now) };
  for (const [address, guest] of guests) {
    // Members of a group are told by what goes to it.
    const isToldByGroup = guest.memberOf !== null && guests.has(guest.memberOf);
    if (own.has(address) || guest.isToldElsewhere || isToldByGroup) continue;
    const [known, next] = [views.before(address), views.after(address)];
    const to = { name: guest.name, email: guest.email };
    const change = next && changeOf(known, next);
    if (next && change) {
      const key = `${change.isUpdate} ${change.about} ${next.key}`;
      const same = asked.get(key) ?? { ...change, view: next, to: [] };
      same.to.push(to);
      asked.set(key, same);
    } else if (known && !next) cancelled.push(to);
  }
  const from = organiser.email;
  const former = before && organiserOf(somePart(before));
  const isOther = former !== null && former.address !== organiser.address;
  const handedOverBy = isOther ? { name: former.name, email: former.email } : null;
  const requests = [...asked.values()].map(
    ({ view, about, isUpdate, to }): OwedMessage => ({
      ...{ method: 'REQUEST', isUpdate, about, to, from, handedOverBy },
      source: writeMessage('REQUEST', after as CalendarObject, view.parts),
    }),
  );
  if (!before || cancelled.length === 0) return requests;
  const apart = hidesGuests(before) ? cancelled.map((one) => [one]) : [cancelled];
  const partsFor = cancelledFor(before, now);
  const cancellations = apart.map(
    (to): OwedMessage => ({
      ...{ method: 'CANCEL', isUpdate: true, about: null, to, handedOverBy: null, from },
      source: writeMessage('CANCEL', before, partsFor(to)),
    }),
  );
  return [...requests, ...cancellations];
}

/** Before they are compared: a text of a megabyte names thousands. Who is asked to somebody else's may answer it. */
function refuseTooManyGuests(object: CalendarObject): void {
  const limit = LIMITS.eventGuests;
  if ([...partsByPlace(object).values()].every(({ part }) => guestsOf(part).length <= limit)) return;
  throw new Failure('invalid_event', `A meeting has at most ${limit} guests`, {
    details: { field: 'guests', limit },
  });
}

function guestsIn(object: CalendarObject | null): Map<string, Guest> {
  if (!object) return new Map();
  const parts = [...partsByPlace(object).values()];
  return new Map(
    parts.flatMap((one) =>
      one.isCancelled ? [] : guestsOf(one.part).map((guest) => [guest.address, guest]),
    ),
  );
}

/** What those who are asked no more are told, some at a time. */
function cancelledFor(before: CalendarObject, now: number): (people: MailAddress[]) => Buffer[] {
  const readGuests = ({ part }: EventPart) => ({
    rest: { ...part, lines: part.lines.filter(({ name }) => name !== 'ATTENDEE') },
    guests: Map.groupBy(guestsOf(part), ({ email }) => email),
  });
  const all = [...partsByPlace(before).values()].map(readGuests);
  const main = before.main && readGuests(before.main);
  return (people) => {
    const emails = [...new Set(people.map(({ email }) => email))];
    const isInMain = main && emails.some((email) => main.guests.has(email));
    return (isInMain ? [main] : all).map(({ rest, guests }) =>
      writeSome(before, rest, TOLD_OF_CANCELLED, [
        ...emails.flatMap((email) => (guests.get(email) ?? []).map(({ line }) => toldPerson(line))),
        statusLine('CANCELLED'),
        writeMoment('DTSTAMP', now, CRLF),
      ]),
    );
  };
}

/** One answer for everything of the object that was answered otherwise than the organiser knows. */
function toOrganiser(
  before: CalendarObject | null,
  after: CalendarObject | null,
  { own, organiser, now }: Sending,
): OwedMessage[] {
  const object = (after ?? before) as CalendarObject;
  const known = before ? partsByPlace(before) : new Map<string, EventPart>();
  const meIn = ({ part }: EventPart) => guestsOf(part).find(({ address }) => own.has(address));
  const answered = [...partsByPlace(object)].flatMap(([place, one]) => {
    const me = meIn(one);
    if (!me || me.isToldElsewhere) return [];
    const same = known.get(place);
    const counterpart = same ?? known.get('');
    // What was answered before it moved is no answer any more to who moved it.
    const said = same && happensOtherwise(same, one.part) ? undefined : counterpart && meIn(counterpart);
    // What is thrown away is declined.
    const answer = after ? me.answer : 'DECLINED';
    const last = said?.answer ?? UNANSWERED;
    return answer === last || answer === UNANSWERED ? [] : [{ of: object, one, me, answer }];
  });
  const all = [...answered, ...(before && after ? answeredLikeAll(before, after, meIn) : [])];
  const [first] = all;
  if (!first) return [];
  const parts = all.map(({ of, one, me, answer }) =>
    writeSome(of, one.part, TOLD_OF_ANSWERED, [
      writePerson(me.line, { PARTSTAT: answer, RSVP: null }, CRLF),
      writeMoment('DTSTAMP', now, CRLF),
    ]),
  );
  const to = [{ name: organiser.name, email: organiser.email }];
  const source = writeMessage('REPLY', object, parts);
  const told = { method: 'REPLY', isUpdate: before !== null, about: null, to } as const;
  return [{ ...told, handedOverBy: null, from: first.me.email, source }];
}

/** Of one version, those of a series that had an answer of their own and now are answered like the rest. */
function answeredLikeAll(
  before: CalendarObject,
  after: CalendarObject,
  meIn: (one: EventPart) => Guest | undefined,
) {
  const { main } = after;
  const answer = main && meIn(main)?.answer;
  if (!main || !before.main || !answer || answer === UNANSWERED) return [];
  if (sequenceOf(main.part) !== sequenceOf(before.main.part)) return [];
  const apart = partsByPlace(after);
  return [...partsByPlace(before)].flatMap(([place, one]) => {
    const me = meIn(one);
    return apart.has(place) || !me || me.isToldElsewhere || me.answer === answer
      ? []
      : [{ of: before, one, me, answer }];
  });
}
