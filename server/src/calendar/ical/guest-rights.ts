import { GUEST_RIGHTS, type GuestRight } from '@bocau/contract/calendar.ts';
import { hidesGuests } from './hidden-guests.ts';
import type { CalendarObject } from './read-object.ts';
import type { Part } from './scan-object.ts';
import type { SourceEdits } from './source-edits.ts';
import { writeLine } from './write-lines.ts';

/** Of the text of who asks: what its guests may do with the meeting besides answering. No standard has a word for it. */
const GUESTS_MAY = 'X-BOCAU-GUESTS-MAY';

export function guestsMayIn({ lines }: Part): GuestRight | null {
  const line = lines.find(({ name }) => name === GUESTS_MAY);
  const said = line?.value.toString().trim().toLowerCase();
  return GUEST_RIGHTS.find((right) => right === said) ?? null;
}

/** Said of one part, it is so of all. Who doesn't see the other guests can't change who they are. */
export function guestsMay(object: Pick<CalendarObject, 'main' | 'changed'>): GuestRight | null {
  const part = object.main ?? object.changed[0];
  return part && !hidesGuests(object) ? guestsMayIn(part.part) : null;
}

export function setGuestsMay(
  edits: SourceEdits,
  part: Part,
  right: GuestRight | null,
  lineBreak: string,
): void {
  edits.setLine(part, GUESTS_MAY, right && writeLine(GUESTS_MAY, right.toUpperCase(), lineBreak));
}
