import type { MailAddress } from '@bocau/contract/fields.ts';
import type { CalendarChange } from '../../calendar/change-calendar.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { moveBookings } from '../../calendar/rooms/rooms.store.ts';
import { handedOver, takenOver } from '../../calendar/scheduling/hand-over.ts';
import { writeHandOver } from '../../calendar/scheduling/hand-overs.store.ts';
import { withdrawRequests } from '../../mail/outbox/withdraw-requests.store.ts';
import { checkEvent } from './reached-events.ts';

/** An object as it is kept. */
export type Copy = { id: string; calendar_id: string; source: Buffer };

type Passed = {
  /** Of who asks to it until now, and of who does from now on. */
  copies: [Copy, Copy];
  from: MailAddress;
  to: MailAddress;
  /** The addresses of the next one. */
  own: ReadonlySet<string>;
  leaving?: ReadonlySet<string>;
};

/**
 * Makes another person the organiser of a meeting, in both copies, with its rooms. Returns the text of the new organiser;
 * guests are to be told of it in the same transaction.
 */
export async function passMeeting(
  change: CalendarChange,
  other: CalendarChange,
  { copies: [whole, known], from, to, own, leaving }: Passed,
): Promise<Buffer> {
  const { tx, mailboxId, now } = change;
  const source = handedOver(whole.source, { from, to, now, ...(leaving && { leaving }) });
  const next = { mailboxId: other.mailboxId, objectId: known.id };
  await moveBookings(tx, { mailboxId, objectId: whole.id }, next);
  await putCopy(change, { ...whole, source });
  const taken = takenOver(known.source, source, { own, now });
  const written = await putCopy(other, { ...known, source: taken });
  const { uid } = readObject(source);
  await withdrawRequests(tx, mailboxId, uid, now);
  await writeHandOver(tx, mailboxId, { uid, to: other.mailboxId, now });
  return written;
}

/** Writes a copy whatever room there is, and returns it with what rooms have answered. */
export async function putCopy(
  change: CalendarChange,
  { id, calendar_id: calendarId, source }: Copy,
): Promise<Buffer> {
  change.allowGrowth();
  const [written] = await putObjects(change, [
    { id, calendarId, source, derived: checkEvent(source, change.now) },
  ]);
  return written?.source ?? source;
}
