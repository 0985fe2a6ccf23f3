import { guestsMay, setGuestsMay } from '../ical/guest-rights.ts';
import { ANSWERED, guestsOf, organiserOf, writePerson } from '../ical/guests.ts';
import { hidesGuests, setHiding } from '../ical/hidden-guests.ts';
import { paramOf } from '../ical/part-values.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { isInvited, versionedAfter } from './answer-event.ts';
import { isMarkedApart, markedApart, withoutFalseMarks } from './answered-apart.ts';
import { attendeeText } from './attendee-text.ts';
import { namesOrganiser } from './change-objects.ts';
import { owedMessages } from './owed-messages.ts';
import { organiserIn, partsByPlace, withPartAt } from './parts-of-object.ts';
import { isPlannedAs, PLANNED_BY, raiseSequence } from './raise-sequence.ts';
import { markPending } from './schedule-status.ts';
import { isTooMuch, SchedulingFault, TooManyAnswers } from './scheduling-fault.ts';
import { stampOf } from './versions.ts';

export type ProgramPut = {
  /** Null for what is new, or was in the trash. */
  before: Buffer | null;
  /** What others know of it. */
  told: Buffer | null;
  given: Buffer;
  /** The addresses of the owner of the calendar. */
  own: ReadonlySet<string>;
  /** The program knew the text but for answers that came since: these stay (RFC 6638, 3.2.10). */
  keepsAnswers: boolean;
  now: number;
};

/**
 * The text that is kept of what a program puts: a meeting with its versions, and with what the server says of its
 * messages; everything else as it was put. Throws a `SchedulingFault` for what one may not change of it.
 */
export function textOfProgram({ before, told, given, own, keepsAnswers, now }: ProgramPut): Buffer {
  if (!namesOrganiser(given) && !namesOrganiser(before)) return given;
  const object = readObject(given);
  if (object.component !== 'event' || !isMeetingOf(object, before)) return given;
  const organiser = onlyOrganiser(object);
  if (isToldElsewhere(given) && (before === null || isToldElsewhere(before))) return given;
  const asked = before && organiserIn(before)?.address;
  if (before && asked && own.has(asked)) {
    if (organiser !== null && organiser !== asked) {
      const problem = 'allowed-organizer-scheduling-object-change';
      throw new SchedulingFault(problem, 'A meeting stays with who has asked to it');
    }
    const ours = withOurLines(before, withAnswers(before, given, own, keepsAnswers));
    const kept = raiseSequence(before, withoutFalseMarks(ours));
    return pending(told, kept, own, now);
  }
  if (before && asked) {
    return pending(told, versionedAfter(before, attendeeText(before, given, own), own), own, now);
  }
  return pending(told, given, own, now);
}

function pending(told: Buffer | null, text: Buffer, own: ReadonlySet<string>, now: number): Buffer {
  return markPending(text, owedMessages({ told, current: text }, own, now));
}

/** That somebody asks others, now or before. */
function isMeetingOf(object: CalendarObject, before: Buffer | null): boolean {
  return isMeeting(object) || (before !== null && isMeeting(readObject(before)));
}

export function isMeeting(object: CalendarObject): boolean {
  const parts = [...partsByPlace(object).values()];
  return parts.some(({ part }) => organiserOf(part) !== null && guestsOf(part).length > 0);
}

/**
 * CL-395: whether a text brings what somebody else asks to and is not there yet: who knows its uid would keep the true
 * invitation out, or have it come to where they read it.
 */
export function bringsInvitation(text: Buffer, before: Buffer | null, own: ReadonlySet<string>): boolean {
  return asksFromElsewhere(text, own) && !(before && asksFromElsewhere(before, own));
}

function asksFromElsewhere(text: Buffer, own: ReadonlySet<string>): boolean {
  if (!namesOrganiser(text)) return false;
  const object = readObject(text);
  return object.component === 'event' && isMeeting(object) && isInvited(object, own);
}

/** Its organiser's program does all of it (SCHEDULE-AGENT). */
function isToldElsewhere(source: Buffer): boolean {
  return organiserIn(source)?.isToldElsewhere ?? false;
}

function onlyOrganiser(object: CalendarObject): string | null {
  const organisers = new Set(
    [...partsByPlace(object).values()].flatMap(({ part }) => organiserOf(part)?.address ?? []),
  );
  if (organisers.size > 1) {
    throw new SchedulingFault('same-organizer-in-all-components', 'A meeting has one organiser');
  }
  return [...organisers][0] ?? null;
}

/** The text of an organiser with the answers that are known: all of them, or when those were given that it repeats. */
function withAnswers(before: Buffer, given: Buffer, own: ReadonlySet<string>, keepsAnswers: boolean): Buffer {
  const old = readObject(before);
  const known = partsByPlace(old);
  const text = keepsAnswers ? withAnsweredApart(old, given) : given;
  const object = readObject(text);
  const edits = createSourceEdits(object);
  for (const [place, { part }] of partsByPlace(object)) {
    const counterpart = known.get(place) ?? old.main;
    const answered = new Map(
      counterpart && guestsOf(counterpart.part).map((guest) => [guest.address, guest]),
    );
    for (const { address, answer, line } of guestsOf(part)) {
      const guest = answered.get(address);
      const stamp = guest && paramOf(guest.line, ANSWERED);
      if (!guest || stamp === undefined || own.has(address)) continue;
      if (!keepsAnswers && guest.answer !== answer) continue;
      if (paramOf(line, ANSWERED) === stamp && guest.answer === answer) continue;
      const changes = { PARTSTAT: guest.answer, [ANSWERED]: stamp };
      edits.replace(line, writePerson(line, changes, object.lineBreak));
    }
  }
  return edits.apply();
}

/** What guests see and may do stays so where a program has dropped the lines that it does not know. */
function withOurLines(before: Buffer, given: Buffer): Buffer {
  const old = readObject(before);
  const [hides, right] = [hidesGuests(old), guestsMay(old)];
  if (!hides && right === null) return given;
  const object = readObject(given);
  const edits = createSourceEdits(object);
  for (const { part } of partsByPlace(object).values()) {
    if (hides) setHiding(edits, part, true, object.lineBreak);
    else setGuestsMay(edits, part, right, object.lineBreak);
  }
  return edits.apply();
}

/** With those of a series that are by themselves only as a guest has answered them. */
function withAnsweredApart(old: CalendarObject, given: Buffer): Buffer {
  const { main } = old;
  if (!main) return given;
  const there = partsByPlace(readObject(given));
  const answered = [...partsByPlace(old)].filter(
    ([place, one]) =>
      place !== '' &&
      !there.has(place) &&
      !one.isCancelled &&
      one.title === main.title &&
      isPlannedAs(main, one, PLANNED_BY),
  );
  if (isTooMuch(answered.length, given)) throw new TooManyAnswers();
  let text = given;
  for (const [place, one] of answered) {
    text = withPartAt(text, place, stampOf(one.part)) ?? text;
    const object = readObject(text);
    const made = isMarkedApart(one) && partsByPlace(object).get(place);
    if (made) text = markedApart(object, made);
  }
  return text;
}
