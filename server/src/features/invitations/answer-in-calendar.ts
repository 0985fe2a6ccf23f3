import { buffer } from 'node:stream/consumers';
import type { StandingAnswer } from '@bocau/contract/calendar.ts';
import { authorize } from '../../access/authorize.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { organiserOf } from '../../calendar/ical/guests.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { isCopy, readObjectOfUid } from '../../calendar/objects/objects.store.ts';
import { type ObjectPut, putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import {
  answerEvent,
  isAnsweredSince,
  isInvited,
  takeAnswerBack,
  withoutAnswer,
} from '../../calendar/scheduling/answer-event.ts';
import { applyRequest } from '../../calendar/scheduling/apply-request.ts';
import { changeObjects, type Scheduling } from '../../calendar/scheduling/change-objects.ts';
import { askingMember } from '../../calendar/scheduling/member-of-group.ts';
import { readOwed } from '../../calendar/scheduling/owed.store.ts';
import { owedMessages } from '../../calendar/scheduling/owed-messages.ts';
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
import { readSettings } from '../../mail/settings/read-settings.ts';
import { undoSeconds } from '../../mail/settings/undo-seconds.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import { type CalendarFile, readCalendarFile } from './invitations.store.ts';

export type AnswerDeps = SendingDeps & CalendarDeps;

type Given = {
  answer: StandingAnswer;
  insteadOf: StandingAnswer | undefined;
  isToldAlready: boolean;
};

/**
 * Answers an invitation in the calendar, where it comes if it is not there: who asks is owed the answer as any that is given
 * in the calendar, and it can be taken back until they are told. False where the calendar can't hold it, or tells nobody.
 */
export async function answerInCalendar(
  deps: AnswerDeps,
  mailboxId: number,
  file: CalendarFile,
  given: Given,
): Promise<boolean> {
  const asked = await readAsked(deps, mailboxId, file);
  if (!asked) return false;
  const { message, own } = asked;
  const by: Scheduling = {
    own,
    waitSeconds: undoSeconds(await readSettings(deps.db, mailboxId)),
    async mayTell({ tx, now }, people) {
      if (people === 0) return;
      authorize({ mailbox: mailboxId }, 'send', await readSender(tx, mailboxId, asked.first));
      await checkSendingLimits(tx, mailboxId, deps.config.sending, people, now);
    },
  };
  return unlessUnkept(false, () =>
    changeCalendar(deps, mailboxId, async (change) => {
      await refuseAnsweredSince(change, message, given, own);
      if (given.answer === 'waiting') return takeBack(change, message, by);
      const kept = await keptWith(deps, change, message, { own, answer: given.answer });
      if (!kept) return false;
      const { put, source, isNew } = kept;
      const before = isNew || !given.isToldAlready ? withoutAnswer(source, own) : source;
      const owed = await readOwed(change.tx, mailboxId, put.id);
      const speaks = owed || owedMessages({ told: before, current: put.source }, own, change.now).length > 0;
      if (!speaks || (!isNew && (await isCopy(change.tx, mailboxId, put.id)))) {
        await putObjects(change, [put]);
        return false;
      }
      await changeObjects(change, [{ before, put }], by);
      return true;
    }),
  );
}

async function refuseAnsweredSince(
  { tx, mailboxId }: CalendarChange,
  message: ReadMessage,
  { answer, insteadOf }: Given,
  own: ReadonlySet<string>,
): Promise<void> {
  if (insteadOf === undefined) return;
  const stored = await readObjectOfUid(tx, mailboxId, message.uid);
  const [original = ''] = placesOf(message);
  if (stored && isAnsweredSince(stored.source, own, { answer, insteadOf, original }))
    throw new Failure('event_changed', 'Another answer was given since');
}

async function takeBack(change: CalendarChange, message: ReadMessage, by: Scheduling): Promise<boolean> {
  const stored = await readObjectOfUid(change.tx, change.mailboxId, message.uid);
  const owed = stored && (await readOwed(change.tx, change.mailboxId, stored.id));
  if (!owed || owed.taken !== null || stored.trashed_at !== null) return false;
  let text: Buffer | null = stored.source;
  for (const original of placesOf(message)) {
    text = text && takeAnswerBack({ source: text, told: owed.told }, by.own, original);
  }
  if (!text) return false;
  const { id, calendar_id: calendarId, source: before } = stored;
  const put = { id, calendarId, source: text, derived: deriveObject(text, change.now) };
  change.allowGrowth();
  await changeObjects(change, [{ before, put }], by);
  return true;
}

type Kept = {
  put: ObjectPut;
  /** The event before the answer. */
  source: Buffer;
  isNew: boolean;
};

/** The event of an invitation with an answer, as it comes into the calendar; null where that has another one. */
async function keptWith(
  deps: CalendarDeps,
  change: CalendarChange,
  message: ReadMessage,
  { own, answer }: { own: ReadonlySet<string>; answer: Exclude<StandingAnswer, 'waiting'> },
): Promise<Kept | null> {
  const { tx, mailboxId, now } = change;
  const found = await readObjectOfUid(tx, mailboxId, message.uid);
  const [part] = message.parts;
  // Who knows a uid is not who made the event.
  const asks = part && organiserOf(part)?.address;
  const knows = found && organiserIn(found.source)?.address;
  const isOfOther = found !== undefined && knows !== asks;
  // CL-361: nor do they keep out what its guest comes to.
  const givesWay = isOfOther && answer !== 'declined' && isInvited(readObject(found.source), own);
  if (isOfOther && !givesWay) return null;
  const stored = isOfOther ? undefined : found;
  const source = applyRequest(stored?.source ?? null, message, own) ?? stored?.source;
  if (!source) return null;
  if (givesWay) await trashObjects(change, [found.id]);
  // What becomes of an event that is there is written whatever room there is.
  if (stored) change.allowGrowth();
  let answered = source;
  for (const original of placesOf(message))
    answered = answerEvent(answered, own, { answer, original }) ?? answered;
  const id = stored?.id ?? newId(deps.clock);
  const calendarId = stored?.calendar_id ?? change.defaultCalendar;
  const put = { id, calendarId, source: answered, derived: deriveObject(answered, now) };
  return { put, source, isNew: stored === undefined || stored.trashed_at !== null };
}

/** One of a series alone is answered alone. */
function placesOf(message: ReadMessage): string[] {
  const [part] = message.parts;
  return part && !isOfWhole(part) ? [...partsByPlace(objectOf(message)).keys()] : [''];
}

async function readAsked(deps: AnswerDeps, mailboxId: number, file: CalendarFile) {
  const given = readMessage(await buffer(await openAttachment(deps.blobs, file)));
  const senders = await readSenders(deps.db, mailboxId);
  const [first] = senders;
  if (!given || !first) return null;
  const own = new Set(senders.map(({ email }) => foldAddress(email)));
  return { message: await askingMember(deps.db, given, own, first), own, first: first.email };
}

/** What can't be kept can be answered all the same. */
async function unlessUnkept<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isUnkept = error instanceof Failure && error.code !== 'event_changed';
    if (!isUnkept && !(error instanceof ObjectFault)) throw error;
    return otherwise;
  }
}

export type AnsweredJob = { mailboxId: number; fileId: string; answer: Exclude<StandingAnswer, 'waiting'> };

/** Of the release before, which sent an answer by itself: what was answered comes into the calendar. */
export const putAnsweredTask = defineTask<AnsweredJob>('put_answered', { maxAttempts: 10 });

export async function putAnswered(
  deps: AnswerDeps,
  { mailboxId, fileId, answer }: AnsweredJob,
): Promise<void> {
  const file = await readCalendarFile(deps.db, mailboxId, fileId);
  const asked = file && (await readAsked(deps, mailboxId, file));
  if (!asked) return;
  const { message, own } = asked;
  await unlessUnkept(undefined, () =>
    changeCalendar(deps, mailboxId, async (change) => {
      const kept = await keptWith(deps, change, message, { own, answer });
      if (kept) await putObjects(change, [kept.put]);
    }),
  );
}
