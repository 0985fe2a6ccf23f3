import { randomUUID } from 'node:crypto';
import { isParked, PARKED_SECONDS } from '../../platform/backups/parked-seconds.ts';
import { readAddressesHere } from '../access/owner-addresses.store.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import { readObject } from '../ical/read-object.ts';
import { deriveObject } from '../objects/derive-object.ts';
import { isCopy, readWholeObjects, type WholeObject } from '../objects/objects.store.ts';
import { putObjects } from '../objects/put-objects.ts';
import { readSplit, writeSplit } from '../objects/splits.store.ts';
import { readProposals } from '../proposals/proposals.store.ts';
import { forgetAnswered } from '../proposals/standing-proposals.ts';
import { isInvited } from './answer-event.ts';
import { isCalledOff } from './apply-cancel.ts';
import { addOwedJob, type OwedJob } from './change-objects.ts';
import { newlyAsked, withoutEarlierAnswers } from './newly-asked.ts';
import { deleteOwed, type OwedRow, readOwed, takeOwed, writeOwed } from './owed.store.ts';
import { type OwedMessage, owedMessages } from './owed-messages.ts';
import { askAgain } from './raise-sequence.ts';
import { settleStatus } from './schedule-status.ts';

export type TakenMessages = {
  round: string;
  messages: OwedMessage[];
  /** They are of a backup that was restored, and may have been sent since. */
  mayHaveLeft: boolean;
};

const GONE = Buffer.alloc(0);

/**
 * The messages that are due for an object, and the same ones however often it is asked, until they are settled: the text
 * of which others are told is set down first. Null where nothing is due.
 */
export async function takeOwedMessages(
  deps: CalendarDeps,
  { mailboxId, objectId }: OwedJob,
  own: ReadonlySet<string>,
): Promise<TakenMessages | null> {
  return changeCalendar(deps, mailboxId, async (change) => {
    const owed = await readOwed(change.tx, mailboxId, objectId);
    if (!owed) return null;
    const mayHaveLeft = isParked(owed.due_at);
    if (mayHaveLeft) owed.due_at -= PARKED_SECONDS;
    if (!mayHaveLeft && owed.taken === null && owed.due_at > change.now) {
      await addOwedJob(change, objectId, owed.due_at);
      return null;
    }
    if (owed.taken === null) {
      const [whole] = await readWholeObjects(change.tx, mailboxId, [objectId]);
      // CL-390: what it is a copy of has come back since.
      if (isOffForGuest(whole, own) || (await isCopy(change.tx, mailboxId, objectId))) {
        await deleteOwed(change.tx, mailboxId, owed);
        return null;
      }
      owed.taken = await currentText(change, whole, owed, own);
      await takeOwed(change.tx, mailboxId, objectId, owed.taken);
    }
    const current = owed.taken.length === 0 ? null : owed.taken;
    // Of messages that are written again, the time is the same.
    const messages = owedMessages({ told: owed.told, current }, own, owed.due_at);
    return { round: owed.round, messages, mayHaveLeft };
  });
}

/** CL-393: nobody answers any more what its organiser has called off, or takes it for thrown away. */
function isOffForGuest(whole: WholeObject | undefined, own: ReadonlySet<string>): boolean {
  return whole !== undefined && isInvited(readObject(whole.source), own) && isCalledOff(whole.source);
}

async function currentText(
  change: CalendarChange,
  whole: WholeObject | undefined,
  { told, due_at: stamp }: Pick<OwedRow, 'told' | 'due_at'>,
  own: ReadonlySet<string>,
): Promise<Buffer> {
  if (!whole || whole.trashed_at !== null) return GONE;
  const { source } = whole;
  if (told === null || isInvited(readObject(source), own)) return source;
  const proposals = await readProposals(change.tx, change.mailboxId, whole.id);
  const again = askAgain(told, source, { own, proposals });
  const inside = await readAddressesHere(change.tx, newlyAsked(told, again));
  const asked = inside.size === 0 ? again : withoutEarlierAnswers(told, again, { inside, stamp });
  return asked.equals(source) ? source : putTold(change, whole, asked);
}

/** Who changed it is who did before, what can be undone still can be, and a program may go on with what it knows. */
async function putTold(
  change: CalendarChange,
  { id, calendar_id: calendarId, seq: before }: WholeObject,
  source: Buffer,
): Promise<Buffer> {
  const { tx, mailboxId, seq, now } = change;
  const split = await readSplit(tx, mailboxId, id);
  change.allowGrowth();
  const [written] = await putObjects(change, [
    {
      ...{ id, calendarId, source, derived: deriveObject(source, now) },
      ...{ keepsScheduleTag: true, keepsAuthor: true },
    },
  ]);
  if (split?.seq === before) await writeSplit(change, id, { ...split, seq });
  return written?.source ?? source;
}

export type Told = {
  round: string;
  /** As programs are told what became of the messages (SCHEDULE-STATUS). */
  status: string;
};

/** Others have been told; what changed meanwhile is owed from there on. */
export async function settleOwed(
  deps: CalendarDeps,
  { mailboxId, objectId }: OwedJob,
  { round, status }: Told,
  own: ReadonlySet<string>,
): Promise<void> {
  await changeCalendar(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const owed = await readOwed(tx, mailboxId, objectId);
    if (!owed || owed.round !== round || owed.taken === null) return;
    await deleteOwed(tx, mailboxId, owed);
    const told = owed.taken.length === 0 ? null : owed.taken;
    const [whole] = await readWholeObjects(tx, mailboxId, [objectId]);
    if (isOffForGuest(whole, own)) return;
    const current = whole && whole.trashed_at === null ? whole.source : null;
    if (current) await forgetAnswered(change, objectId, current);
    if (owedMessages({ told, current }, own, now).length === 0) {
      const settled = current && settleStatus(current, status);
      if (whole && settled && !settled.equals(whole.source)) await putTold(change, whole, settled);
      return;
    }
    // Their DTSTAMP orders the messages. What follows in a backup that was restored may have been told as well.
    const dueAt = Math.max(now, owed.due_at + 1);
    await writeOwed(tx, mailboxId, { object_id: objectId, round: randomUUID(), told, due_at: dueAt });
    await addOwedJob(change, objectId, isParked(dueAt) ? now : dueAt);
  });
}
