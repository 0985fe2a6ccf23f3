import { buffer } from 'node:stream/consumers';
import type { CalendarTime } from '@bocau/contract/calendar.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import { authorize } from '../../access/authorize.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { readObjectOfUid } from '../../calendar/objects/objects.store.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { proposeTime } from '../../calendar/proposals/propose-time.ts';
import { type ReadMessage, readMessage } from '../../calendar/scheduling/read-message.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { Failure } from '../../platform/failure.ts';
import { isOfAnother, type KeptInvitation, keptInvitation, placesOf } from './kept-invitation.ts';
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
    const [original = ''] = placesOf(message);
    await proposeTime(change, kept, { ...given, original }, by);
  });
  const shown = await openInvitation(deps, mailboxId, fileId);
  if (!shown) throw closed();
  return shown.shown;
}

async function keepInvitation(
  deps: ProposeDeps,
  change: CalendarChange,
  message: ReadMessage,
  own: ReadonlySet<string>,
): Promise<KeptInvitation> {
  const stored = await readObjectOfUid(change.tx, change.mailboxId, message.uid);
  if (stored && isOfAnother(stored, message)) throw closed();
  try {
    const kept = await keptInvitation(deps, change, { stored, message, own });
    if (!kept) throw closed();
    const { id, calendarId, source, isNew } = kept;
    if (!stored || isNew || !source.equals(stored.source))
      await putObjects(change, [{ id, calendarId, source, derived: deriveObject(source, change.now) }]);
    return kept;
  } catch (error) {
    if (error instanceof ObjectFault) throw closed();
    throw error;
  }
}

function closed(): Failure {
  return new Failure('invitation_closed', 'No other time can be proposed for this invitation');
}
