import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';
import { guestsOf, MEMBER, newPerson, organiserOf, UNANSWERED } from '../ical/guests.ts';
import { readObject } from '../ical/read-object.ts';
import type { Part, Scanned } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { readGroupsOfMember } from './groups-of-member.store.ts';
import { partsByPlace } from './parts-of-object.ts';
import { type ReadMessage, readMessage } from './read-message.ts';

const CRLF = '\r\n';

/**
 * An invitation to a group whose members stay unseen names none of them: in the copy of each it asks them too, as a
 * member of it (MEMBER of RFC 5545, 3.2.11), so that they have something to answer.
 */
export async function askingMember(
  db: ReadDb,
  message: ReadMessage,
  own: ReadonlySet<string>,
  me: MailAddress | undefined,
): Promise<ReadMessage> {
  const { scanned, parts, method } = message;
  if (method !== 'REQUEST' || !me || parts.some((part) => names(part, own))) return message;
  const source = await withMember(db, { scanned, parts }, me, CRLF);
  return (source && readMessage(source)) ?? message;
}

/** The text of who asks with a member of a group who answers by themselves; null where nothing is to be added. */
export async function withAnswering(
  db: ReadDb,
  stored: Buffer,
  message: ReadMessage,
  author: string,
): Promise<Buffer | null> {
  const object = readObject(stored);
  const parts = [...partsByPlace(object).values()].map(({ part }) => part);
  if (parts.some((part) => names(part, new Set([author])))) return null;
  const [me] = message.parts.flatMap(guestsOf).filter(({ address }) => address === author);
  return me ? withMember(db, { scanned: object, parts }, me, object.lineBreak) : null;
}

async function withMember(
  db: ReadDb,
  { scanned, parts }: { scanned: Scanned; parts: readonly Part[] },
  { name, email }: MailAddress,
  lineBreak: string,
): Promise<Buffer | null> {
  const asked = [...new Set(parts.flatMap(guestsOf).map(({ address }) => address))];
  const groups = await readGroupsOfMember(db, foldAddress(email), asked);
  if (groups.size === 0) return null;
  const edits = createSourceEdits(scanned);
  for (const part of parts) {
    const guests = guestsOf(part);
    const group = guests.find(({ address }) => groups.has(address));
    if (!group || guests.length >= LIMITS.eventGuests) continue;
    const role = group.isOptional ? 'OPT-PARTICIPANT' : 'REQ-PARTICIPANT';
    const params = { ROLE: role, [MEMBER]: `mailto:${group.email}`, PARTSTAT: UNANSWERED, RSVP: 'TRUE' };
    const at = part.lines[0]?.end ?? part.begin.end;
    edits.insert(at, newPerson('ATTENDEE', { name, email }, params, lineBreak));
  }
  return edits.apply();
}

function names(part: Part, addresses: ReadonlySet<string>): boolean {
  const isOne = ({ address }: { address: string }) => addresses.has(address);
  const organiser = organiserOf(part);
  return guestsOf(part).some(isOne) || (organiser !== null && isOne(organiser));
}
