import { guestsOf, organiserOf, writePerson } from '../ical/guests.ts';
import { readObject } from '../ical/read-object.ts';
import { escapeText, writeLine, writeMoment, writeTime } from '../ical/write-lines.ts';
import { timeAt } from '../objects/series-parts.ts';
import type { OwedMessage } from '../scheduling/owed-messages.ts';
import { partsByPlace, withPartAt } from '../scheduling/parts-of-object.ts';
import { stampOf } from '../scheduling/versions.ts';
import { writeMessage, writeSome } from '../scheduling/write-message.ts';
import type { ProposalRow } from './proposals.store.ts';
import { isWithdrawn, validAmong } from './standing-proposals.ts';

const CRLF = '\r\n';
const TOLD = ['UID', 'SEQUENCE', 'RECURRENCE-ID', 'SUMMARY', 'LOCATION', 'ORGANIZER'];

/**
 * The message that tells a proposal to the organiser (COUNTER of RFC 5546, 3.2.7), by the time of the meeting that it is
 * withdrawn, or to the guest that it was declined (3.2.8). Null where it is over.
 */
export function proposalMessage(
  source: Buffer,
  row: ProposalRow,
  own: ReadonlySet<string>,
): OwedMessage | null {
  const isOwn = own.has(row.guest);
  const [standing] = validAmong([row], readObject(source));
  if (!standing) return null;
  const { start, end } = standing.meeting;
  // What is written of one of a series by itself is of the version that guest and organiser have.
  const apart = withPartAt(source, row.original, stampOf(standing.meeting.part.part));
  const object = apart && readObject(apart);
  const target = object && partsByPlace(object).get(row.original);
  const organiser = target && organiserOf(target.part);
  const guest = target && guestsOf(target.part).find(({ address }) => address === row.guest);
  if (!object || !target || !organiser || !guest) return null;
  const stamp = isOwn ? row.stamp : (row.declined_at ?? row.stamp);
  const part = writeSome(object, target.part, isOwn ? [...TOLD, 'RRULE'] : TOLD, [
    writeTime('DTSTART', timeAt(start, row.at), CRLF),
    writeTime('DTEND', timeAt(end, row.until), CRLF),
    ...(isOwn ? beforeIt(row, start.kind === 'zoned') : []),
    writePerson(guest.line, { RSVP: null }, CRLF),
    ...(isOwn && row.words !== '' ? [writeLine('COMMENT', escapeText(row.words), CRLF)] : []),
    writeMoment('DTSTAMP', stamp, CRLF),
  ]);
  const method = isOwn ? 'COUNTER' : 'DECLINECOUNTER';
  const to = isOwn ? organiser : guest;
  return {
    ...{ method, isUpdate: true, about: row.original || null, handedOverBy: null },
    ...(isWithdrawn(row) && { withdraws: true as const }),
    to: [{ name: to.name, email: to.email }],
    from: isOwn ? guest.email : organiser.email,
    source: writeMessage(method, object, [part]),
  };
}

/** Outlook shows beside a proposal when it was to be. */
function beforeIt({ was_at, was_until }: ProposalRow, isMoment: boolean): Buffer[] {
  if (!isMoment) return [];
  return [
    writeMoment('X-MS-OLK-ORIGINALSTART', was_at, CRLF),
    writeMoment('X-MS-OLK-ORIGINALEND', was_until, CRLF),
  ];
}
