import { buffer } from 'node:stream/consumers';
import type { InvitationAnswer } from '@bocau/contract/invitations.ts';
import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { organiserOf } from '../../calendar/ical/guests.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { readObjectOfUid } from '../../calendar/objects/objects.store.ts';
import { putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import { answerEvent, isInvited } from '../../calendar/scheduling/answer-event.ts';
import { applyRequest } from '../../calendar/scheduling/apply-request.ts';
import { askingMember } from '../../calendar/scheduling/member-of-group.ts';
import { organiserIn, partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import { isOfWhole, objectOf, readMessage } from '../../calendar/scheduling/read-message.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import { readCalendarFile } from './invitations.store.ts';
import type { ShowDeps } from './show-invitation.ts';

export type AnsweredJob = { mailboxId: number; fileId: string; answer: InvitationAnswer };

/** Of the transaction that sends an answer: what was answered comes into the calendar, whatever is killed. */
export const putAnsweredTask = defineTask<AnsweredJob>('put_answered', { maxAttempts: 10 });

/** Puts an event that was answered in its message into the calendar, once by its UID, with the answer. */
export async function putAnswered(
  deps: ShowDeps & CalendarDeps,
  { mailboxId, fileId, answer }: AnsweredJob,
): Promise<void> {
  const file = await readCalendarFile(deps.db, mailboxId, fileId);
  const given = file && readMessage(await buffer(await openAttachment(deps.blobs, file)));
  if (!given) return;
  const senders = await readSenders(deps.db, mailboxId);
  const own = new Set(senders.map(({ email }) => foldAddress(email)));
  const message = await askingMember(deps.db, given, own, senders[0]);
  try {
    await changeCalendar(deps, mailboxId, async (change) => {
      const found = await readObjectOfUid(change.tx, mailboxId, message.uid);
      const [part] = message.parts;
      // Who knows a uid is not who made the event.
      const asks = part && organiserOf(part)?.address;
      const knows = found && organiserIn(found.source)?.address;
      const isOfOther = found !== undefined && knows !== asks;
      // CL-361: nor do they keep out what its guest comes to.
      const givesWay = isOfOther && answer !== 'declined' && isInvited(readObject(found.source), own);
      if (isOfOther && !givesWay) return;
      const stored = isOfOther ? undefined : found;
      const source = applyRequest(stored?.source ?? null, message, own) ?? stored?.source;
      if (!source) return;
      if (givesWay) await trashObjects(change, [found.id]);
      // One of a series alone is answered alone.
      const places = part && !isOfWhole(part) ? [...partsByPlace(objectOf(message)).keys()] : [''];
      let answered = source;
      for (const original of places) answered = answerEvent(answered, own, { answer, original }) ?? answered;
      const id = stored?.id ?? newId(deps.clock);
      const calendarId = stored?.calendar_id ?? change.defaultCalendar;
      await putObjects(change, [
        { id, calendarId, source: answered, derived: deriveObject(answered, change.now) },
      ]);
    });
  } catch (error) {
    // What can't be kept has been answered all the same.
    if (!(error instanceof ObjectFault) && !(error instanceof Failure)) throw error;
  }
}
