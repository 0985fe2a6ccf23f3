import { buffer } from 'node:stream/consumers';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { readObjectOfUid, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { type ObjectPut, putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import { applyCounter, applyDeclineCounter } from '../../calendar/proposals/apply-counter.ts';
import { type ProposalRow, readProposals } from '../../calendar/proposals/proposals.store.ts';
import { forgetAnswered, hasProposed } from '../../calendar/proposals/standing-proposals.ts';
import { withoutUntoldAnswers } from '../../calendar/scheduling/answer-event.ts';
import { applyCancel, isCalledOff } from '../../calendar/scheduling/apply-cancel.ts';
import { applyReply } from '../../calendar/scheduling/apply-reply.ts';
import { applyRequest, takeInvitation } from '../../calendar/scheduling/apply-request.ts';
import { followTold } from '../../calendar/scheduling/follow-told.ts';
import { isHandedOver } from '../../calendar/scheduling/hand-overs.store.ts';
import { askingMember, withAnswering } from '../../calendar/scheduling/member-of-group.ts';
import { organiserIn, partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import { objectOf, type ReadMessage, readMessage } from '../../calendar/scheduling/read-message.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { MeetingMailJob } from '../../mail/incoming/meeting-task.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { provenAuthor } from '../../mail/people/proven-author.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { CalendarMark } from '../../platform/mime/calendar-mark.ts';
import { type CalendarFile, writeAnswer } from './invitations.store.ts';
import { isKnownPerson, readCalendarFilesOf } from './meeting-mail.store.ts';
import { openCalendarFile, openInvitation, type ShowDeps } from './show-invitation.ts';

export type ApplyDeps = ShowDeps & CalendarDeps;

const OF_ANSWERS = { keepsScheduleTag: true, keepsAuthor: true } as const;

/**
 * Applies what a message says of a meeting to the calendar, where its sender is proven and is the one who may say it.
 * Everything else waits for a person who looks at its card. What can't be read or kept is left alone.
 */
export async function applyMeetingMail(
  deps: ApplyDeps,
  { mailboxId, messageId }: MeetingMailJob,
): Promise<void> {
  for (const fileId of await readCalendarFilesOf(deps.db, mailboxId, messageId)) {
    const opened = await openCalendarFile(deps, mailboxId, fileId);
    if (!opened) continue;
    const { file, calendar } = opened;
    const author = authorOf(file);
    const organiser = calendar.organiser && foldAddress(calendar.organiser.email);
    if (author === null || organiser === null) continue;
    const message = readMessage(await buffer(await openAttachment(deps.blobs, file)));
    if (!message) continue;
    const isTaken =
      (await takesNew(deps, mailboxId, author)) && !(await isReplaced(deps, mailboxId, fileId, message));
    await applyMessage(deps, mailboxId, message, { author, organiser, isTaken, mark: calendar.mark });
  }
}

function authorOf({ message }: CalendarFile): string | null {
  if (!message || ['Junk', 'Trash', 'Sent', 'Drafts'].includes(message.role ?? '')) return null;
  return provenAuthor(message);
}

/** Whether invitations of this person are put into the calendar before they are answered. */
async function takesNew({ db }: ApplyDeps, mailboxId: number, author: string): Promise<boolean> {
  const { invitations_in_calendar: taken } = await readSettings(db, mailboxId);
  if (taken === 'always') return true;
  return taken === 'known' && isKnownPerson(db, mailboxId, author);
}

/** CL-436: what its organiser has called off or changed may come first, and is not kept where the event is not known. */
async function isReplaced(
  deps: ApplyDeps,
  mailboxId: number,
  fileId: string,
  { method }: ReadMessage,
): Promise<boolean> {
  if (method !== 'REQUEST') return false;
  const opened = await openInvitation(deps, mailboxId, fileId);
  return opened !== undefined && opened.shown.replaced_by !== null;
}

type Said = {
  /** Who has proven to have sent the message. */
  author: string;
  organiser: string;
  /** An invitation to what is not in the calendar is put there. */
  isTaken: boolean;
  mark: CalendarMark | null;
};

async function applyMessage(
  deps: ApplyDeps,
  mailboxId: number,
  message: ReadMessage,
  said: Said,
): Promise<void> {
  const senders = await readSenders(deps.db, mailboxId);
  const own = new Set(senders.map(({ email }) => foldAddress(email)));
  const asking = await askingMember(deps.db, message, own, senders[0]);
  try {
    await changeCalendar(deps, mailboxId, async (change) => {
      const stored = await readObjectOfUid(change.tx, mailboxId, message.uid);
      // What becomes of an event that is there is written whatever room there is.
      if (stored) change.allowGrowth();
      if (message.method === 'REPLY') await applyAnswer(deps, change, stored, message, { ...said, own });
      else if (message.method === 'COUNTER')
        await applyProposal(deps, change, stored, message, { ...said, own });
      else if (said.author !== said.organiser || own.has(said.organiser)) return;
      // Who knows a uid is not who made the event.
      else if (stored && !(await isAskedBy(change, stored, message, said))) return;
      else if (message.method === 'REQUEST')
        await applyInvitation(deps, change, stored, asking, { ...said, own });
      else if (message.method === 'CANCEL') await applyCancellation(change, stored, message, { own });
      else if (message.method === 'DECLINECOUNTER' && stored)
        await applyDeclineCounter(change, stored, message, own);
    });
  } catch (error) {
    // What can't be kept stays in its message.
    if (!(error instanceof ObjectFault) && !(error instanceof Failure)) throw error;
  }
}

type Applying = Said & { own: ReadonlySet<string> };

/** Whoever asks to the event that is known, or to whom they have handed it. */
async function isAskedBy(
  { tx }: CalendarChange,
  stored: WholeObject,
  { uid, method }: ReadMessage,
  { organiser }: Said,
): Promise<boolean> {
  const known = organiserIn(stored.source)?.address;
  if (known === organiser) return true;
  return known !== undefined && method === 'REQUEST' && isHandedOver(tx, uid, { from: known, to: organiser });
}

export async function applyAnswer(
  deps: Pick<ApplyDeps, 'log'>,
  change: CalendarChange,
  stored: WholeObject | undefined,
  message: ReadMessage,
  { author, own }: Pick<Applying, 'author' | 'own'>,
): Promise<void> {
  if (!stored || stored.trashed_at !== null || !own.has(organiserIn(stored.source)?.address ?? '')) return;
  const known = (await withAnswering(change.tx, stored.source, message, author)) ?? stored.source;
  const { source, unkept } = applyReply(known, message, author, change.now);
  await followTold(change, stored.id, (told) => applyReply(told, message, author, change.now).source);
  // Of answers of others the tag of a meeting says nothing, so that a phone's own change is not lost.
  if (source) await put(change, stored.id, stored.calendar_id, source, OF_ANSWERS);
  if (unkept > 0)
    deps.log.warn({ mailbox: change.mailboxId, object: stored.id, unkept }, 'no room for answers to dates');
}

/** Who proposes another time may say in the same message whether they come at this one. */
async function applyProposal(
  deps: Pick<ApplyDeps, 'log'>,
  change: CalendarChange,
  stored: WholeObject | undefined,
  message: ReadMessage,
  said: Applying,
): Promise<void> {
  if (!stored || stored.trashed_at !== null || !said.own.has(organiserIn(stored.source)?.address ?? ''))
    return;
  const source = await withAnswering(change.tx, stored.source, message, said.author);
  if (source) await put(change, stored.id, stored.calendar_id, source, OF_ANSWERS);
  const known = { ...stored, ...(source && { source }) };
  await applyCounter(change, known, message, said.author);
  await applyAnswer(deps, change, known, message, said);
}

async function applyInvitation(
  deps: CalendarDeps,
  change: CalendarChange,
  stored: WholeObject | undefined,
  message: ReadMessage,
  { own, isTaken, mark, organiser }: Applying,
): Promise<void> {
  const { tx, mailboxId } = change;
  const proposals = stored ? await readProposals(tx, mailboxId, stored.id) : [];
  const source = stored
    ? applyRequest(stored.source, message, own, proposals)
    : isTaken && takeInvitation(message, own);
  if (!source) return;
  const derived = deriveObject(source, change.now);
  // Its card asks all the same.
  if (!stored && derived.is_crowded) return;
  if (stored) await followTold(change, stored.id, (told) => applyRequest(told, message, own, proposals));
  // The card of the message shows what was answered in the calendar.
  if (mark && proposesThis(proposals, message, own))
    await writeAnswer(tx, mailboxId, mark, { answer: 'accepted', organiser }, change.now);
  if (stored) await forgetAnswered(change, stored.id, source);
  const id = stored?.id ?? newId(deps.clock);
  await put(change, id, stored?.calendar_id ?? change.defaultCalendar, source, { derived });
  // Whoever threw it away has declined: a change asks nobody again. The message says it, and can be answered. Where it was
  // called off, whoever is asked to it then is asked anew.
  if (stored && stored.trashed_at !== null && !isCalledOff(stored.source))
    await trashObjects(change, [stored.id]);
}

/** The guest has proposed the time that they are asked to. */
function proposesThis(
  proposals: readonly ProposalRow[],
  message: ReadMessage,
  own: ReadonlySet<string>,
): boolean {
  if (proposals.length === 0) return false;
  return [...partsByPlace(objectOf(message))].some(([place, one]) =>
    [...own].some((address) => hasProposed(proposals, address, { ...one, place })),
  );
}

async function applyCancellation(
  change: CalendarChange,
  stored: WholeObject | undefined,
  message: ReadMessage,
  { own }: Pick<Applying, 'own'>,
): Promise<void> {
  const cancelled = stored && applyCancel(stored.source, message);
  if (!cancelled) return;
  const told = await followTold(change, stored.id, (known) => applyCancel(known, message)?.source ?? null);
  const source = told ? withoutUntoldAnswers(cancelled.source, told, own) : cancelled.source;
  await put(change, stored.id, stored.calendar_id, source);
  if (cancelled.isOver || stored.trashed_at !== null) await trashObjects(change, [stored.id]);
}

async function put(
  change: CalendarChange,
  id: string,
  calendarId: string,
  source: Buffer,
  {
    derived = deriveObject(source, change.now),
    ...kept
  }: Partial<Pick<ObjectPut, 'derived' | 'keepsScheduleTag' | 'keepsAuthor'>> = {},
): Promise<void> {
  await putObjects(change, [{ id, calendarId, source, derived, ...kept }]);
}
