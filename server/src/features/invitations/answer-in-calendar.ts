import { buffer } from 'node:stream/consumers';
import type { EventAnswer, StandingAnswer } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { isCopy, readObjectOfUid, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { type ObjectPut, putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import {
  answerEvent,
  isAnsweredSince,
  isInvited,
  takeAnswerBack,
  withoutAnswer,
} from '../../calendar/scheduling/answer-event.ts';
import {
  changeObjects,
  type Scheduling,
  type SchedulingDeps,
} from '../../calendar/scheduling/change-objects.ts';
import { askingMember } from '../../calendar/scheduling/member-of-group.ts';
import { readOwed } from '../../calendar/scheduling/owed.store.ts';
import { owedMessages } from '../../calendar/scheduling/owed-messages.ts';
import { type ReadMessage, readMessage } from '../../calendar/scheduling/read-message.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { Failure } from '../../platform/failure.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import { type CalendarFile, readCalendarFile } from './invitations.store.ts';
import { isOfAnother, keptInvitation, placesOf } from './kept-invitation.ts';
import type { ShowDeps } from './show-invitation.ts';

type KeepDeps = ShowDeps & CalendarDeps;

type Given = {
  answer: StandingAnswer;
  insteadOf: StandingAnswer | undefined;
  /** This version of the event has an answer. */
  isAnswered: boolean;
};

/**
 * Answers an invitation in the calendar, and puts it there if it is missing. The organiser is owed the answer as any that is
 * given in the calendar, and it can be taken back until they are told. False where the calendar can't hold the event, or
 * nothing would be sent.
 */
export async function answerInCalendar(
  deps: KeepDeps & SchedulingDeps,
  mailboxId: number,
  { file, senders }: { file: CalendarFile; senders: MailAddress[] },
  given: Given,
): Promise<boolean> {
  const message = await readAsked(deps, file, senders);
  if (!message) return false;
  const by = await deps.schedulingOf(mailboxId, mailboxId);
  return unlessUnkept(false, () =>
    changeCalendar(deps, mailboxId, async (change) => {
      const found = await readObjectOfUid(change.tx, mailboxId, message.uid);
      const [original = ''] = placesOf(message);
      if (found && isAnsweredSince(found, by.own, { ...given, original }))
        throw new Failure('event_changed', 'Another answer was given since');
      if (given.answer === 'waiting') return takeBack(change, found, message, by);
      const answered = await putOfAnswer(deps, change, { found, message, own: by.own, answer: given.answer });
      return answered !== null && putOwed(change, answered, given.isAnswered, by);
    }),
  );
}

async function takeBack(
  change: CalendarChange,
  stored: WholeObject | undefined,
  message: ReadMessage,
  by: Scheduling,
): Promise<boolean> {
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

type Answered = {
  put: ObjectPut;
  /** The event before the answer. */
  source: Buffer;
  isNew: boolean;
};

/** Puts the answered event; false where its organiser would not be told by the calendar. */
async function putOwed(
  change: CalendarChange,
  { put, source, isNew }: Answered,
  isAnswered: boolean,
  by: Scheduling,
): Promise<boolean> {
  const { tx, mailboxId, now } = change;
  const before = isNew || !isAnswered ? withoutAnswer(source, by.own) : source;
  const isOwed =
    (await readOwed(tx, mailboxId, put.id)) !== undefined ||
    owedMessages({ told: before, current: put.source }, by.own, now).length > 0;
  if (isOwed && (isNew || !(await isCopy(tx, mailboxId, put.id)))) {
    await changeObjects(change, [{ before, put }], by);
    return true;
  }
  await putObjects(change, [put]);
  return false;
}

type Answering = {
  found: WholeObject | undefined;
  message: ReadMessage;
  own: ReadonlySet<string>;
  answer: EventAnswer;
};

/** The event of an invitation with an answer, as it comes into the calendar; null where that has another one. */
async function putOfAnswer(
  deps: KeepDeps,
  change: CalendarChange,
  { found, message, own, answer }: Answering,
): Promise<Answered | null> {
  const other = found && isOfAnother(found, message) ? found : undefined;
  // CL-361: it does not keep out what its guest comes to.
  if (other && (answer === 'declined' || !isInvited(readObject(other.source), own))) return null;
  const kept = await keptInvitation(deps, change, { stored: other ? undefined : found, message, own });
  if (!kept) return null;
  if (other) await trashObjects(change, [other.id]);
  const { id, calendarId, source, isNew } = kept;
  let answered = source;
  for (const original of placesOf(message))
    answered = answerEvent(answered, own, { answer, original }) ?? answered;
  const put = { id, calendarId, source: answered, derived: deriveObject(answered, change.now) };
  return { put, source, isNew };
}

/** The message of an invitation file, asking its reader by name; null where it can't be read. */
async function readAsked(
  { db, blobs }: KeepDeps,
  file: CalendarFile,
  senders: MailAddress[],
): Promise<ReadMessage | null> {
  const given = readMessage(await buffer(await openAttachment(blobs, file)));
  return given && askingMember(db, given, addressesOf(senders), senders[0]);
}

function addressesOf(senders: MailAddress[]): Set<string> {
  return new Set(senders.map(({ email }) => foldAddress(email)));
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

export type AnsweredJob = { mailboxId: number; fileId: string; answer: EventAnswer };

/** Queued by the release before, which sent an answer by itself: puts what was answered into the calendar. */
export const putAnsweredTask = defineTask<AnsweredJob>('put_answered', { maxAttempts: 10 });

export async function putAnswered(deps: KeepDeps, { mailboxId, fileId, answer }: AnsweredJob): Promise<void> {
  const file = await readCalendarFile(deps.db, mailboxId, fileId);
  const senders = await readSenders(deps.db, mailboxId);
  const message = file && (await readAsked(deps, file, senders));
  if (!message) return;
  const own = addressesOf(senders);
  await unlessUnkept(undefined, () =>
    changeCalendar(deps, mailboxId, async (change) => {
      const found = await readObjectOfUid(change.tx, mailboxId, message.uid);
      const answered = await putOfAnswer(deps, change, { found, message, own, answer });
      if (answered) await putObjects(change, [answered.put]);
    }),
  );
}
