import { answeredOn, type Guest, guestsOf, UNANSWERED, writePerson } from '../ical/guests.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { partsByPlace } from './parts-of-object.ts';

/** The addresses of those who are asked to what others were told before without them, and have not answered. */
export function newlyAsked(told: Buffer, current: Buffer): string[] {
  return [...new Set(newGuests(told, readObject(current)).map(({ address }) => address))];
}

/**
 * The text in which no answer of these counts that is as old as the message that asks them: it is to an invitation that was
 * called off, and their own copy asks them anew (CL-438). Only of those whose clock is ours.
 */
export function withoutEarlierAnswers(
  told: Buffer,
  current: Buffer,
  { inside, stamp }: { inside: ReadonlySet<string>; stamp: number },
): Buffer {
  const object = readObject(current);
  const edits = createSourceEdits(object);
  for (const { address, line } of newGuests(told, object))
    if (inside.has(address)) edits.replace(line, writePerson(line, answeredOn(stamp), object.lineBreak));
  return edits.apply();
}

function newGuests(told: Buffer, object: CalendarObject): Guest[] {
  const old = readObject(told);
  const known = partsByPlace(old);
  return [...partsByPlace(object)].flatMap(([place, { part }]) => {
    const before = known.get(place) ?? old.main;
    const were = new Set(before && guestsOf(before.part).map(({ address }) => address));
    return guestsOf(part).filter(({ address, answer }) => answer === UNANSWERED && !were.has(address));
  });
}
