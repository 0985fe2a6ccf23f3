import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import {
  type DueReminder,
  deleteGivenBefore,
  deleteReminders,
  type GivenReminder,
  isReminded,
  markGiven,
  readDue,
  readDueSeconds,
} from './reminders.store.ts';
import { addGiving } from './write-reminders.ts';

const A_BATCH = 500;
/** A calendar that somebody keeps locked holds up as few others as these. */
const AT_ONCE = 4;
const NEXT_SECONDS = 60;
/** No screen shows them that long. */
export const STANDING_SECONDS = 7 * 24 * 3600;

/** What becomes of reminders that are given, in the transaction that marks them. */
type TellReminders = (change: CalendarChange, given: GivenReminder[]) => Promise<void>;

/**
 * Gives all that is due, each once: which are given is decided in the transaction that tells of them. A mailbox that
 * fails keeps nobody from theirs. What becomes due within the next minute gets a job for its second.
 */
export async function giveReminders(
  deps: CalendarDeps,
  tell: TellReminders,
  signal: AbortSignal,
): Promise<void> {
  const now = unixSeconds(deps.clock);
  const failures: unknown[] = [];
  for (let after: DueReminder | null = null; ; ) {
    const due = await readDue(deps.db, now, { after, limit: A_BATCH });
    const ofMailboxes = [...Map.groupBy(due, (row) => row.mailbox_id)];
    for (let at = 0; at < ofMailboxes.length; at += AT_ONCE) {
      signal.throwIfAborted();
      const given = ofMailboxes.slice(at, at + AT_ONCE).map(([mailboxId, some]) => {
        const ids = some.map(({ id }) => id);
        return changeCalendar(deps, mailboxId, (change) => giveTo(change, ids, tell));
      });
      for (const one of await Promise.allSettled(given))
        if (one.status === 'rejected') failures.push(one.reason);
    }
    after = due.at(-1) ?? null;
    if (due.length < A_BATCH) break;
  }
  const next = await readDueSeconds(deps.db, { from: now, to: now + NEXT_SECONDS });
  if (next.length > 0)
    await inTransaction(deps.db, async (tx) => {
      for (const second of next) await addGiving(tx, second);
    });
  // Tried again by the job, after all others have been given theirs.
  if (failures.length > 0) throw new AggregateError(failures, 'not all reminders were given');
}

async function giveTo(change: CalendarChange, ids: string[], tell: TellReminders): Promise<void> {
  const { tx, mailboxId, now } = change;
  // Later it is too late for them too.
  if (!(await isReminded(tx, mailboxId))) return deleteReminders(tx, mailboxId, ids);
  await deleteGivenBefore(tx, mailboxId, now - STANDING_SECONDS);
  const given = await markGiven(tx, mailboxId, ids, now);
  if (given.length > 0) await tell(change, given);
}
