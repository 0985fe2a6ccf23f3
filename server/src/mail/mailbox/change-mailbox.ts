import { WAITING } from '@bocau/contract/waiting-list.ts';
import type { ChangePublisher } from '../../kernel/publish-changes.ts';
import type { Clock } from '../../platform/clock.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inLockingTransaction } from '../../platform/db/database.ts';
import type { Ending } from '../../platform/db/pipelined-transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { ChangeKind, Db, Tx } from '../../tables.ts';
import { discardInvoices } from '../invoice-files/discard-invoices.store.ts';
import { findCrossings } from '../invoice-files/find-crossings.ts';
import { followLabelsTask } from './follow-labels-task.ts';
import type { JournalEntry } from './journal.store.ts';
import type { ListRow, SystemFolderIds } from './list-cards.ts';
import { type ReadBack, readThreads } from './list-rows.store.ts';
import { lockMailbox, writeListRows, writeMailboxState } from './mailbox.store.ts';
import { planListRows } from './plan-list-rows.ts';
import type { ChangedMessage } from './plan-message-states.ts';
import { enqueueReturn } from './snooze-task.ts';

/** Tells every http process that a mailbox has changed; called after the commit. */
export type ChangeDeps = { db: Db; clock: Clock; publisher: ChangePublisher };

/** One change of one mailbox: everything in it is true together or not at all. */
export type MailboxChange = {
  readonly tx: Tx;
  readonly mailboxId: number;
  /** Unix seconds; the same for the whole change. */
  readonly now: number;
  /** The number in the journal that the change gets, if it changes something. */
  readonly seq: number;
  readonly folders: SystemFolderIds;
  readonly usedBytes: number;
  readonly quotaBytes: number;
  /** When a mail program has last opened Drafts, to the day. */
  readonly draftsReadAt: number;
  /** Threads whose messages changed: their list rows and the counts of their folders follow. */
  markThreadsDirty(ids: Iterable<string>): void;
  /** Threads that this change has made, by all of their messages: nothing is read back, unless they are touched too. */
  addThreads(messages: ChangedMessage[]): void;
  /** Puts an entry into the journal for what is not seen from the list rows. */
  journal(kind: ChangeKind, entity: string): void;
  addBytes(bytes: number): void;
  /** Takes a write that nobody needs to wait for: what comes after it sees it, and without it nothing is committed. */
  send(write: Promise<unknown>): void;
  /** Takes what goes on beside the change, and has to be done before it counts: nothing is committed before, or without it. */
  commitAfter(work: Promise<unknown>): void;
};

/** Of a large change: while the database writes the rows of so many threads, those of the next ones are made. */
const THREADS_AT_ONCE = 50;

/** What goes to the database together with the lock, and runs behind it. */
export type Ahead<First> = {
  /** Its answers are for the work. */
  first(tx: Tx): Promise<First>;
  /** The threads that it alone changes, if it changes any: they are read back in the same way to the database. */
  threads?: string[];
};

/**
 * The only way to change mail. Locks the mailbox, lets `work` change messages, then brings list rows, folder
 * counts, the quota and the journal into step with them in the same transaction, and announces it after the commit.
 * Statements that need nothing of the lock but that it is held, `ahead` sends together with it.
 */
export async function changeMailbox<T, First>(
  deps: ChangeDeps,
  mailboxId: number,
  work: (change: MailboxChange, answered: First) => Promise<T>,
  ahead?: Ahead<First>,
): Promise<T> {
  const now = unixSeconds(deps.clock);
  let journalled = false;
  const lock = `mailbox ${mailboxId}`;
  const result = await inLockingTransaction(deps.db, lock, async (tx, ending) => {
    const { locked, answered, ...begun } = await begin(tx, ending, mailboxId, ahead);
    const seq = locked.seq + 1;
    const threads = new Set<string>();
    const added: ChangedMessage[] = [];
    const entries = new Map<string, JournalEntry>();
    let addedBytes = 0;
    const journal = (kind: ChangeKind, entity: string) => {
      entries.set(`${kind} ${entity}`, { kind, entity });
    };
    const change: MailboxChange = {
      tx,
      mailboxId,
      now,
      seq,
      folders: locked.folders,
      usedBytes: locked.used_bytes,
      quotaBytes: locked.quota_mb * 1024 * 1024,
      draftsReadAt: locked.drafts_read_at,
      markThreadsDirty(ids) {
        for (const id of ids) threads.add(id);
      },
      addThreads(messages) {
        added.push(...messages);
      },
      journal,
      addBytes(bytes) {
        addedBytes += bytes;
      },
      send: ending.send,
      commitAfter: ending.commitAfter,
    };
    const answer = await work(change, answered);
    const known = added.filter((message) => !threads.has(message.thread_id));
    const follow = (touched: string[], readBack: ReadBack, others: ChangedMessage[]) => {
      const crossings = findCrossings(readBack.messages ?? [], locked.folders);
      if (crossings.length > 0) ending.send(discardInvoices(tx, mailboxId, crossings));
      const plan = planListRows({ touched, readBack, known: others }, locked.folders);
      for (const { id } of plan.threads) journal('thread', id);
      for (const { folder_id, label } of plan.counts) journal(label ? 'label' : 'folder', folder_id);
      // What was restored from Trash, say, may wait beyond its time.
      if (hasOverdue(plan.rows, now)) ending.send(enqueueReturn(tx, { mailboxId, at: now }));
      return plan;
    };
    const touched = [...threads];
    const isRead = touched.join() === ahead?.threads?.join();
    const readBack = isRead ? begun.readBack : null;
    const [last, ...before] = readBack ? [{ touched, readBack }] : readPortions(tx, mailboxId, touched);
    for (const portion of before) {
      const plan = follow(portion.touched, await portion.readBack, []);
      ending.send(writeListRows(tx, mailboxId, { seq, plan, now }));
    }
    const plan = follow(last.touched, await last.readBack, known);
    if (addedBytes !== 0) journal('quota', locked.folders.INBOX);
    journalled = entries.size > 0;
    if (journalled) {
      if (locked.labels_behind) ending.send(addJob(tx, followLabelsTask, { mailboxId }));
      const update = { seq, addedBytes, plan, entries: [...entries.values()], now };
      ending.send(writeMailboxState(tx, mailboxId, update));
    }
    return answer;
  });
  if (journalled) deps.publisher.changed(mailboxId);
  return result;
}

type Portion = { touched: string[]; readBack: ReadBack | Promise<ReadBack> };

/** The last of them first. All are asked for at once. */
function readPortions(tx: Tx, mailboxId: number, threads: string[]): [Portion, ...Portion[]] {
  const portions: Portion[] = [];
  for (let from = 0; from === 0 || from < threads.length; from += THREADS_AT_ONCE) {
    const touched = threads.slice(from, from + THREADS_AT_ONCE);
    const readBack = readThreads(tx, mailboxId, touched);
    // Where one fails, those behind it do, and nobody waits for them.
    readBack.catch(() => undefined);
    portions.push({ touched, readBack });
  }
  return [portions.pop() as Portion, ...portions];
}

/** Whether somebody is to be reminded of something by now: that has a job of its own, unless it was lost on the way. */
function hasOverdue(rows: ListRow[], now: number): boolean {
  return rows.some(({ folder_id, card }) => folder_id === WAITING && (card.follow_up_at ?? now) <= now);
}

/** In one way to the database: the lock, what goes ahead, and the threads that it changes. */
async function begin<First>(
  tx: Tx,
  { sendNow, sent }: Ending,
  mailboxId: number,
  ahead: Ahead<First> | undefined,
) {
  const locking = lockMailbox(sendNow, mailboxId);
  const answering = ahead?.first(tx) as Promise<First>;
  if (ahead?.threads) await sent();
  const reading = ahead?.threads ? readThreads(tx, mailboxId, ahead.threads) : null;
  const [locked, answered, readBack] = await Promise.all([locking, answering, reading]);
  return { locked, answered, readBack };
}
