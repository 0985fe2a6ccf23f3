import { isDeepStrictEqual } from 'node:util';
import { inSnapshot } from '../../platform/db/database.ts';
import type { ReadDb } from '../../tables.ts';
import { shownCard } from './card-version.ts';
import { type ChangeDeps, changeMailbox } from './change-mailbox.ts';
import { repairStates } from './follow-messages.ts';
import { type ListRow, listRowsOfThread, type SystemFolderIds } from './list-cards.ts';
import { readSystemFolders } from './mailbox.store.ts';
import { type KeptCard, readLastThread, readThreadSizes, readThreadsBetween } from './recount.store.ts';
import { readSeq, readWrongCounts, writeCounts, writeThreadSizes } from './repair-counts.store.ts';

const THREADS_A_STEP = 500;
/** In one transaction: meanwhile nothing else can change the mailbox. */
const THREADS_A_CHANGE = 100;
/** A count of the whole mailbox is right only if nothing has changed it meanwhile. */
const COUNTS_BESIDE_MAIL = 5;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const BEHIND_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Writes what the messages of a mailbox say: list rows and counts of threads first, then those of folders, labels and the quota,
 * which follow from them. Looks without the lock and changes a few threads at a time, so that mail goes on; clients hear
 * of what was wrong.
 */
export async function repairCounts(deps: ChangeDeps, mailboxId: number): Promise<void> {
  const special = await readSystemFolders(deps.db, mailboxId);
  for (let after = BEFORE_ALL; after !== BEHIND_ALL; ) {
    const { wrong, last } = await inSnapshot(deps.db, async (snapshot) => {
      const until = (await readLastThread(snapshot, mailboxId, after, THREADS_A_STEP)) ?? BEHIND_ALL;
      return { wrong: await findWrongThreads(snapshot, mailboxId, special, after, until), last: until };
    });
    for (let at = 0; at < wrong.length; at += THREADS_A_CHANGE)
      await repairThreads(deps, mailboxId, wrong.slice(at, at + THREADS_A_CHANGE));
    after = last;
  }
  await repairStates(deps, mailboxId);
  await repairTotals(deps, mailboxId);
}

/** By id, those behind `after`, up to `until`; also rows of threads that are not there. */
async function findWrongThreads(
  db: ReadDb,
  mailboxId: number,
  special: SystemFolderIds,
  after: string,
  until: string,
): Promise<string[]> {
  const sizes = await readThreadSizes(db, mailboxId, after, until);
  const { messages, cards } = await readThreadsBetween(db, mailboxId, after, until);
  const kept = new Map(cards.map((row) => [rowKey(row), row]));
  const threads = Map.groupBy(messages, (message) => message.thread_id);
  const shown = [...threads.values()].map((thread) => thread.filter((message) => message.shown));
  const rows = shown.flatMap((thread) => listRowsOfThread(thread, special));
  const right = new Set(rows.map(rowKey));
  const wrong = [
    ...rows.filter((row) => !isSame(kept.get(rowKey(row)), row)).map((row) => row.thread_id),
    ...cards.filter((row) => !right.has(rowKey(row))).map((row) => row.thread_id),
    ...sizes
      .filter(({ id, message_count, emptied_at }) => {
        const messagesOf = threads.get(id)?.length ?? 0;
        return message_count !== messagesOf || (emptied_at === null) !== messagesOf > 0;
      })
      .map(({ id }) => id),
  ];
  return [...new Set(wrong)];
}

function isSame(kept: KeptCard | undefined, row: ListRow): boolean {
  if (kept === undefined) return false;
  const { card, ...marks } = kept;
  const { card: shown, ...counted } = row;
  return isDeepStrictEqual(marks, counted) && isDeepStrictEqual(shownCard(card), shownCard(shown));
}

function rowKey(row: Pick<ListRow, 'folder_id' | 'thread_id'>): string {
  return `${row.folder_id} ${row.thread_id}`;
}

async function repairThreads(deps: ChangeDeps, mailboxId: number, threadIds: string[]): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    await writeThreadSizes(change.tx, mailboxId, threadIds, change.now);
    change.markThreadsDirty(threadIds);
  });
}

async function repairTotals(deps: ChangeDeps, mailboxId: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const beside = await readWrongCounts(deps.db, mailboxId);
    if (beside.folders.length + beside.labels.length === 0 && beside.missingBytes === 0) return;
    const written = await changeMailbox(deps, mailboxId, async (change) => {
      const isOld = (await readSeq(change.tx, mailboxId)) !== beside.seq;
      if (isOld && attempt < COUNTS_BESIDE_MAIL) return false;
      const { folders, labels, missingBytes } = isOld ? await readWrongCounts(change.tx, mailboxId) : beside;
      await writeCounts(change.tx, mailboxId, 'folders', folders);
      await writeCounts(change.tx, mailboxId, 'labels', labels);
      for (const { id } of folders) change.journal('folder', id);
      for (const { id } of labels) change.journal('label', id);
      change.addBytes(missingBytes);
      return true;
    });
    if (written) return;
  }
}
