import type { EventGuest } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { guestsOf, newPerson, organiserOf, UNANSWERED, writePerson } from './guests.ts';
import { textOf } from './part-values.ts';
import type { Part } from './scan-object.ts';
import type { SourceEdits } from './source-edits.ts';

/** Between the names of several rooms in the place. */
export const BETWEEN = ', ';

type Guests = {
  /** Absent ones stay as they are. */
  guests?: EventGuest[] | undefined;
  rooms?: MailAddress[] | undefined;
  organiser: MailAddress | undefined;
  lineBreak: string;
};

const ASKED = { PARTSTAT: UNANSWERED, RSVP: 'TRUE' };
const REQUIRED = { ROLE: 'REQ-PARTICIPANT' };
const OPTIONAL = { ROLE: 'OPT-PARTICIPANT' };

/** Who stays keeps their line, with the answer in it; so does the organiser where they are among the guests. */
export function setGuests(
  edits: SourceEdits,
  part: Part,
  { guests, rooms, organiser, lineBreak }: Guests,
): void {
  const asks = organiserOf(part);
  const wanted = { guests: guests && byAddress(guests), rooms: rooms && byAddress(rooms) };
  for (const address of [asks?.address, organiser && foldAddress(organiser.email)]) {
    if (address !== undefined) wanted.guests?.delete(address);
  }
  for (const { address, line, isOptional, isResource } of guestsOf(part)) {
    const list = isResource ? wanted.rooms : wanted.guests;
    // Releases before there were rooms name them among the guests.
    if (isResource) wanted.guests?.delete(address);
    if (!list || address === asks?.address) continue;
    const stays: EventGuest | undefined = list.get(address);
    const role = stays?.is_optional ? OPTIONAL : REQUIRED;
    if (!list.delete(address)) edits.remove(line);
    // Who leads a meeting, or is told of it alone, does so unless they may stay away now.
    else if (!isResource && isOptional !== (stays?.is_optional === true))
      edits.replace(line, writePerson(line, role, lineBreak));
  }
  const added = [
    ...[...(wanted.guests?.values() ?? [])].map((one) =>
      newPerson('ATTENDEE', one, { ...(one.is_optional ? OPTIONAL : REQUIRED), ...ASKED }, lineBreak),
    ),
    ...[...(wanted.rooms?.values() ?? [])].map((one) =>
      newPerson('ATTENDEE', one, { CUTYPE: 'ROOM', ...REQUIRED, ...ASKED }, lineBreak),
    ),
  ];
  if (added.length === 0) return;
  if (!asks && organiser) added.unshift(newPerson('ORGANIZER', organiser, {}, lineBreak));
  edits.insert(part.lines[0]?.end ?? part.begin.end, Buffer.concat(added));
}

/** Where the place only names the rooms, as it was filled in from them, it goes with them. */
export function isPlaceOfRooms(part: Part): boolean {
  const place = textOf(part, 'LOCATION', LIMITS.eventPlaceLength);
  const names = guestsOf(part).flatMap(({ isResource, name }) => (isResource ? [name] : []));
  return names.includes(place) || (place !== '' && place.split(BETWEEN).every((one) => names.includes(one)));
}

function byAddress(people: EventGuest[]): Map<string, EventGuest> {
  return new Map(people.map((one) => [foldAddress(one.email), one]));
}
