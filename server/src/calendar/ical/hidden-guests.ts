import { type Guest, guestsOf, organiserOf } from './guests.ts';
import type { CalendarObject } from './read-object.ts';
import type { Part } from './scan-object.ts';
import type { SourceEdits } from './source-edits.ts';
import { writeLine } from './write-lines.ts';

/** Of the text of who asks: its guests do not see one another. No standard has a word for it. */
const HIDES_GUESTS = 'X-BOCAU-HIDES-GUESTS';

export function hidesGuestsIn({ lines }: Part): boolean {
  return lines.some(({ name, value }) => name === HIDES_GUESTS && value.toString().trim() === 'TRUE');
}

/** Said of one part, it is so of all: who is asked to one of a series alone would see there whom the rest hides. */
export function hidesGuests({ main, changed }: Pick<CalendarObject, 'main' | 'changed'>): boolean {
  return [...changed, ...(main ? [main] : [])].some(({ part }) => hidesGuestsIn(part));
}

export function setHiding(edits: SourceEdits, part: Part, hides: boolean, lineBreak: string): void {
  edits.setLine(part, HIDES_GUESTS, hides ? writeLine(HIDES_GUESTS, 'TRUE', lineBreak) : null);
}

/** A part as each of its guests may see it: with themselves, who asks, and the rooms. */
export function createSeenBy(part: Part): (address: string) => Part {
  const organiser = organiserOf(part)?.address;
  const guests = guestsOf(part);
  const isForAll = ({ address, isResource }: Guest) => address === organiser || isResource;
  const forAll = new Set(guests.filter(isForAll).map(({ line }) => line));
  const own = Map.groupBy(
    guests.filter((one) => !isForAll(one)),
    ({ address }) => address,
  );
  const others = part.lines.filter((line) => line.name !== 'ATTENDEE' || forAll.has(line));
  return (address) => ({
    ...part,
    lines: [...others, ...(own.get(address) ?? []).map(({ line }) => line)],
  });
}
