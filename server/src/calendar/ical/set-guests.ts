import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { guestsOf, newPerson, organiserOf } from './guests.ts';
import type { Part } from './scan-object.ts';
import type { SourceEdits } from './source-edits.ts';

type Guests = { guests: MailAddress[]; organiser: MailAddress | undefined; lineBreak: string };

/** Who stays keeps their line, with the answer in it; so does the organiser where they are among the guests. */
export function setGuests(edits: SourceEdits, part: Part, { guests, organiser, lineBreak }: Guests): void {
  const asks = organiserOf(part);
  const wanted = new Map(guests.map((guest) => [foldAddress(guest.email), guest]));
  for (const address of [asks?.address, organiser && foldAddress(organiser.email)]) {
    if (address !== undefined) wanted.delete(address);
  }
  for (const { address, line } of guestsOf(part)) {
    if (address !== asks?.address && !wanted.delete(address)) edits.replace(line, Buffer.alloc(0));
  }
  const added = [...wanted.values()].map((guest) =>
    newPerson(
      'ATTENDEE',
      guest,
      { ROLE: 'REQ-PARTICIPANT', PARTSTAT: 'NEEDS-ACTION', RSVP: 'TRUE' },
      lineBreak,
    ),
  );
  if (added.length === 0) return;
  if (!asks && organiser) added.unshift(newPerson('ORGANIZER', organiser, {}, lineBreak));
  edits.insert(part.lines[0]?.end ?? part.begin.end, Buffer.concat(added));
}
