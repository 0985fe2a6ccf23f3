import { guestsOf, organiserOf, UNANSWERED, writePerson } from '../ical/guests.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { writeLine, writeMoment } from '../ical/write-lines.ts';
import type { WholeObject } from '../objects/objects.store.ts';
import { withoutFalseMarks } from './answered-apart.ts';
import { partsByPlace, somePart, withPartAt } from './parts-of-object.ts';
import { raiseSequence, withToldSequence } from './raise-sequence.ts';
import { stampOf, versionOf } from './versions.ts';

export type Answer = 'accepted' | 'tentative' | 'declined';

/**
 * The text with the answer of one of the own addresses: to one of a series, or to all of it, its single ones too. Null
 * where nobody asks for one.
 */
export function answerEvent(
  source: Buffer,
  own: ReadonlySet<string>,
  { answer, original }: { answer: Answer; original: string },
): Buffer | null {
  const { main } = readObject(source);
  // What is written of one of a series by itself is of the version that the organiser has sent.
  const apart = original === '' ? source : withPartAt(source, original, main ? stampOf(main.part) : 0);
  if (!apart) return null;
  const object = readObject(apart);
  const edits = createSourceEdits(object);
  let isAsked = false;
  for (const [place, { part }] of partsByPlace(object)) {
    const me = guestsOf(part).find(({ address }) => own.has(address));
    if (!me || (original !== '' && place !== original)) continue;
    isAsked = true;
    const changes = { PARTSTAT: answer.toUpperCase(), RSVP: null };
    edits.replace(me.line, writePerson(me.line, changes, object.lineBreak));
  }
  return isAsked ? edits.apply() : null;
}

/** The text in which none of the own addresses has answered; null where it asks none of them. */
export function withoutAnswer(source: Buffer, own: ReadonlySet<string>): Buffer | null {
  const object = readObject(source);
  const mine = [...partsByPlace(object).values()].flatMap(({ part }) =>
    guestsOf(part).filter(({ address }) => own.has(address)),
  );
  if (mine.length === 0) return null;
  const edits = createSourceEdits(object);
  for (const { line, answer } of mine) {
    if (answer !== UNANSWERED)
      edits.replace(line, writePerson(line, { PARTSTAT: UNANSWERED }, object.lineBreak));
  }
  return edits.apply();
}

/**
 * CL-379: the text with an answer taken back, to what stands in the text that its organiser knows. Null where they were told
 * of it, or nobody asks.
 */
export function takeAnswerBack(
  { source, told }: { source: Buffer; told: Buffer | null },
  own: ReadonlySet<string>,
  original: string,
): Buffer | null {
  let isBack = false;
  const text = withToldAnswers({ source, told }, own, ({ place, before }) => {
    if (original !== '' && place !== original) return false;
    isBack ||= place === original && before === UNANSWERED;
    return true;
  });
  return isBack ? text : null;
}

/** CL-393: the text of what is called off, without the answers that its organiser was not told of. */
export function withoutUntoldAnswers(source: Buffer, told: Buffer, own: ReadonlySet<string>): Buffer {
  return withToldAnswers({ source, told }, own, ({ one }) => one.isCancelled);
}

type Answered = { place: string; one: EventPart; before: string };

/** The text with the own answers, where so wanted, as the organiser knows them. */
function withToldAnswers(
  { source, told }: { source: Buffer; told: Buffer | null },
  own: ReadonlySet<string>,
  isWanted: (answered: Answered) => boolean,
): Buffer {
  const object = readObject(source);
  const known = told && partsByPlace(readObject(told));
  const meOf = (part: EventPart | undefined) =>
    part && guestsOf(part.part).find(({ address }) => own.has(address));
  const edits = createSourceEdits(object);
  for (const [place, one] of partsByPlace(object)) {
    const me = meOf(one);
    const before = meOf(known?.get(place) ?? known?.get(''))?.answer ?? UNANSWERED;
    if (!me || !isWanted({ place, one, before }) || before === me.answer) continue;
    const changes = { PARTSTAT: before, RSVP: before === UNANSWERED ? 'TRUE' : null };
    edits.replace(me.line, writePerson(me.line, changes, object.lineBreak));
  }
  return edits.apply();
}

/**
 * CL-394, CL-435: whether another answer stands than the one that is replaced or taken back, as it was given elsewhere since.
 * One that was taken back already is none.
 */
export function isAnsweredSince(
  { source, trashed_at: trashedAt }: Pick<WholeObject, 'source' | 'trashed_at'>,
  own: ReadonlySet<string>,
  { answer, insteadOf, original }: { answer: string; insteadOf: string | undefined; original: string },
): boolean {
  if (insteadOf === undefined) return false;
  const parts = partsByPlace(readObject(source));
  const one = parts.get(original) ?? parts.get('');
  const given = one && guestsOf(one.part).find(({ address }) => own.has(address))?.answer;
  // What is thrown away is declined.
  const stands = trashedAt === null ? given : 'DECLINED';
  return ![answer, insteadOf].some((each) => partStatOf(each) === stands);
}

function partStatOf(answer: string): string {
  return answer === 'waiting' ? UNANSWERED : answer.toUpperCase();
}

/** Whether somebody else is the organiser, so that only they change it for all. */
export function isInvited(object: CalendarObject, own: ReadonlySet<string>): boolean {
  const organiser = organiserOf(somePart(object));
  return organiser !== null && !own.has(organiser.address);
}

/**
 * A text after an edit, with the version that its parts have then: of an invited event that of its organiser. `told`: what
 * guests know, where a change before this one has not left yet.
 */
export function versionedAfter(
  before: Buffer,
  after: Buffer,
  own: ReadonlySet<string>,
  told: Buffer | null = null,
): Buffer {
  const old = readObject(before);
  if (!isInvited(old, own)) {
    const raised = raiseSequence(before, withoutFalseMarks(after));
    return told ? withToldSequence(told, raised) : raised;
  }
  const known = partsByPlace(old);
  const object = readObject(after);
  const edits = createSourceEdits(object);
  for (const [place, { part }] of partsByPlace(object)) {
    const counterpart = known.get(place) ?? old.main;
    if (!counterpart) continue;
    const { sequence, stamp } = versionOf(counterpart.part);
    const { lineBreak } = object;
    edits.setLine(part, 'SEQUENCE', writeLine('SEQUENCE', String(sequence), lineBreak));
    if (stamp > 0) edits.setLine(part, 'DTSTAMP', writeMoment('DTSTAMP', stamp, lineBreak));
  }
  return edits.apply();
}

/** One of a series that a guest does not want to see: declined, and left out of what happens. */
export function declineOne(source: Buffer, own: ReadonlySet<string>, original: string): Buffer | null {
  const declined = answerEvent(source, own, { answer: 'declined', original });
  const object = declined && readObject(declined);
  const target = object && partsByPlace(object).get(original);
  if (!target) return null;
  const edits = createSourceEdits(object);
  edits.setLine(target.part, 'STATUS', writeLine('STATUS', 'CANCELLED', object.lineBreak));
  return edits.apply();
}
