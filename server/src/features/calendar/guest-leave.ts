import type { GuestRight } from '@bocau/contract/calendar.ts';
import type { ReachedObject } from '../../calendar/access/find-objects.store.ts';
import { guestsMay } from '../../calendar/ical/guest-rights.ts';
import { guestsOf, organiserOf } from '../../calendar/ical/guests.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { readObjectOfUid, readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { isInvited } from '../../calendar/scheduling/answer-event.ts';
import { readNextOrganiser } from '../../calendar/scheduling/hand-overs.store.ts';
import { somePart } from '../../calendar/scheduling/parts-of-object.ts';
import type { ReadDb } from '../../tables.ts';
import { readOwnAddresses } from './own-addresses.ts';

/** The leave that a guest has: of which mailbox the meeting is, and what they may do with it. */
export type Leave = { mailboxId: number; right: GuestRight };

/** Null where who asks is not of the domain, doesn't have the meeting any more, or gives no leave. */
export async function leaveOf(
  db: ReadDb,
  mailboxId: number,
  { source }: Pick<WholeObject, 'source'>,
  own: ReadonlySet<string>,
): Promise<Leave | null> {
  const object = readObject(source);
  const organiser = organiserOf(somePart(object));
  if (object.component !== 'event' || !organiser || own.has(organiser.address)) return null;
  const asks = await readNextOrganiser(db, mailboxId, organiser.address);
  if (asks.mailbox_id === null || !asks.is_inside || !asks.is_active) return null;
  const stored = await readObjectOfUid(db, asks.mailbox_id, object.uid);
  const theirs = (await readOwnAddresses(db, [asks.mailbox_id])).get(asks.mailbox_id) ?? new Set();
  const right = stored && rightIn(stored, theirs, own);
  return right ? { mailboxId: asks.mailbox_id, right } : null;
}

/** By the text of who asks: what stands in that of a guest anybody may have written. */
export function rightIn(
  { source, trashed_at }: WholeObject,
  theirs: ReadonlySet<string>,
  own: ReadonlySet<string>,
): GuestRight | null {
  const object = readObject(source);
  if (trashed_at !== null || isInvited(object, theirs)) return null;
  const isGuest = guestsOf(somePart(object)).some(({ address }) => own.has(address));
  return isGuest ? guestsMay(object) : null;
}

export async function readLeave(db: ReadDb, { id, mailboxId }: ReachedObject): Promise<Leave | null> {
  const [whole] = await readWholeObjects(db, mailboxId, [id]);
  const own = (await readOwnAddresses(db, [mailboxId])).get(mailboxId) ?? new Set();
  return whole ? leaveOf(db, mailboxId, whole, own) : null;
}
