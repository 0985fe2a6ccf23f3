import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { enqueueReturn, type SnoozeMoment } from '../../mail/mailbox/snooze-task.ts';
import { announceReturn } from '../../mail/messages/announce-return.ts';
import { homeOf } from '../../mail/messages/end-snooze.ts';
import { returnUnanswered } from '../../mail/messages/follow-ups.store.ts';
import { deleteSnoozeTimes, readOverdueTimes, returnDue } from '../../mail/messages/snoozed.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';

const MESSAGES_A_CHANGE = 200;
/** The clock of the queue may go before ours: so far it is waited for here. */
const EARLY_WAIT_MS = 2000;
/** Its job is at work or waits for one of others until then. */
const OVERDUE_SECONDS = 10;
const MOMENTS_A_STEP = 1000;

/** Brings back what is due; what was brought back before is no longer there. */
export async function returnSnoozed(
  deps: ChangeDeps,
  moment: SnoozeMoment,
  signal: AbortSignal,
): Promise<void> {
  const early = moment.at * 1000 - deps.clock.now();
  if (early > EARLY_WAIT_MS) return inTransaction(deps.db, (tx) => enqueueReturn(tx, moment));
  if (early > 0) await deps.clock.sleep(early, signal);
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    isMore = await changeMailbox(deps, moment.mailboxId, returnSome);
  }
}

async function returnSome(change: MailboxChange): Promise<boolean> {
  const [snoozed, unanswered] = [await returnSnoozedSome(change), await returnUnansweredSome(change)];
  if (Math.max(snoozed, unanswered) === MESSAGES_A_CHANGE) return true;
  await deleteSnoozeTimes(change.tx, change.mailboxId, change.now);
  return false;
}

async function returnSnoozedSome(change: MailboxChange): Promise<number> {
  const { tx, mailboxId, folders, now } = change;
  const { Snoozed: snoozed } = folders;
  const limit = MESSAGES_A_CHANGE;
  const home = snoozed === undefined ? null : homeOf(change, snoozed, { asNews: true });
  const back = home ? await returnDue(tx, mailboxId, { home, now, limit }) : [];
  change.markThreadsDirty(back.map(({ thread_id }) => thread_id));
  await announceReturn(
    change,
    back.filter(({ newest }) => newest),
  );
  return back.length;
}

/** FU-5: what was sent and that nobody answered comes to the inbox. */
async function returnUnansweredSome(change: MailboxChange): Promise<number> {
  const { tx, mailboxId, folders, now } = change;
  const { INBOX } = folders;
  const notFrom = DISCARDED_FOLDERS.map((role) => folders[role]);
  const limit = MESSAGES_A_CHANGE;
  const back = await returnUnanswered(tx, mailboxId, { INBOX, notFrom, now, limit });
  change.markThreadsDirty(back.map(({ thread_id }) => thread_id));
  await announceReturn(
    change,
    back.map((message) => ({ ...message, folder_id: INBOX })),
  );
  return back.length;
}

/** Brings back what is overdue without waiting for its job, which may be lost or be that of a process that was killed. */
export async function returnOverdue(deps: ChangeDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - OVERDUE_SECONDS;
  for (const moment of await readOverdueTimes(deps.db, before, MOMENTS_A_STEP)) {
    signal.throwIfAborted();
    await returnSnoozed(deps, moment, signal);
  }
}
