import { buffer } from 'node:stream/consumers';
import type { CalendarTime } from '@bocau/contract/calendar.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import { authorize } from '../../access/authorize.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { organiserOf } from '../../calendar/ical/guests.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';

import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { readObjectOfUid } from '../../calendar/objects/objects.store.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { proposeTime } from '../../calendar/proposals/propose-time.ts';
import { applyRequest } from '../../calendar/scheduling/apply-request.ts';
import { organiserIn, partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import {
  isOfWhole,
  objectOf,
  type ReadMessage,
  readMessage,
} from '../../calendar/scheduling/read-message.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { openInvitation } from './show-invitation.ts';

type Given = { start: CalendarTime; end: CalendarTime; words: string };
export type ProposeDeps = SendingDeps & CalendarDeps;

/** Proposes another time on the message of an invitation, which comes into the calendar where it was not there. */
export async function proposeInvitationTime(
  deps: ProposeDeps,
  mailboxId: number,
  fileId: string,
  given: Given,
): Promise<Invitation> {
  const opened = await openInvitation(deps, mailboxId, fileId);
  const invited = opened?.shown.invited;
  if (!opened || !invited || !opened.shown.may_answer) throw closed();
  const message = readMessage(await buffer(await openAttachment(deps.blobs, opened.file)));
  if (!message) throw closed();
  authorize({ mailbox: mailboxId }, 'send_as', await readSender(deps.db, mailboxId, invited));
  const own = new Set((await readSenders(deps.db, mailboxId)).map(({ email }) => foldAddress(email)));
  const by = {
    own,
    mayTell: ({ tx, now }: CalendarChange, people: number) =>
      checkSendingLimits(tx, mailboxId, deps.config.sending, people, now),
  };
  await changeCalendar(deps, mailboxId, async (change) => {
    const kept = await keepInvitation(deps, change, message, own);
    await proposeTime(change, kept, { ...given, original: kept.original }, by);
  });
  const shown = await openInvitation(deps, mailboxId, fileId);
  if (!shown) throw closed();
  return shown.shown;
}

/** The event as the message has it, where the calendar has no later one. */
async function keepInvitation(
  { clock }: ProposeDeps,
  change: CalendarChange,
  message: ReadMessage,
  own: ReadonlySet<string>,
): Promise<{ id: string; source: Buffer; original: string }> {
  const { tx, mailboxId, now, defaultCalendar } = change;
  const stored = await readObjectOfUid(tx, mailboxId, message.uid);
  const [part] = message.parts;
  // Who knows a uid is not who made the event.
  const knows = stored && organiserIn(stored.source)?.address;
  if (!part || (stored && knows !== organiserOf(part)?.address)) throw closed();
  try {
    const source = applyRequest(stored?.source ?? null, message, own) ?? stored?.source;
    if (!source) throw closed();
    const id = stored?.id ?? newId(clock);
    const calendarId = stored?.calendar_id ?? defaultCalendar;
    if (stored) change.allowGrowth();
    if (!stored || stored.trashed_at !== null || !source.equals(stored.source))
      await putObjects(change, [{ id, calendarId, source, derived: deriveObject(source, now) }]);
    const [place = ''] = isOfWhole(part) ? [] : partsByPlace(objectOf(message)).keys();
    return { id, source, original: place };
  } catch (error) {
    if (error instanceof ObjectFault) throw closed();
    throw error;
  }
}

function closed(): Failure {
  return new Failure('invitation_closed', 'No other time can be proposed for this invitation');
}
