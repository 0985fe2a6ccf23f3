import { isDeepStrictEqual } from 'node:util';
import { inSnapshot } from '../../platform/db/database.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { shownCard } from './card-version.ts';
import { type ListRow, listRowsOfThread, type SystemFolderIds } from './list-cards.ts';
import { readSystemFolders } from './mailbox.store.ts';
import { type KeptCard, readDifferences, readLastThread, readThreadsBetween } from './recount.store.ts';

const THREADS_A_STEP = 500;
const FOUND_A_KIND = 50;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Counts a mailbox again from its messages and answers one sentence for each thing that differs from what is stored.
 * Counts, dates and marks are counted in plain SQL, not by the code that maintains them. At most some dozen differences
 * of each kind are reported.
 */
export async function recount(db: Db, mailboxId: number): Promise<string[]> {
  const { counts, cards } = await recountApart(db, mailboxId);
  return [...counts, ...cards];
}

/** `cards`: what list rows show, which is derived, and differs too while it waits for the rebuild. */
export async function recountApart(
  db: Db,
  mailboxId: number,
): Promise<{ counts: string[]; cards: string[] }> {
  return inSnapshot(db, async (snapshot) => ({
    counts: await readDifferences(snapshot, mailboxId, FOUND_A_KIND),
    cards: await recountCards(snapshot, mailboxId),
  }));
}

/** What rows show besides dates and marks, thread by thread. */
async function recountCards(db: ReadDb, mailboxId: number): Promise<string[]> {
  const special = await readSystemFolders(db, mailboxId);
  const found: string[] = [];
  let after = BEFORE_ALL;
  while (found.length < FOUND_A_KIND) {
    const last = await readLastThread(db, mailboxId, after, THREADS_A_STEP);
    if (last === null) return found;
    found.push(...(await cardDifferences(db, mailboxId, special, after, last)));
    after = last;
  }
  return found;
}

async function cardDifferences(
  db: ReadDb,
  mailboxId: number,
  special: SystemFolderIds,
  after: string,
  until: string,
): Promise<string[]> {
  const { messages, cards } = await readThreadsBetween(db, mailboxId, after, until);
  const kept = new Map(cards.map((row) => [rowKey(row), row]));
  const shown = messages.filter((message) => message.shown);
  const threads = Map.groupBy(shown, (message) => message.thread_id);
  return [...threads.values()]
    .flatMap((thread) => listRowsOfThread(thread, special))
    .filter((row) => !isSame(kept.get(rowKey(row)), row))
    .map((row) => `the row of thread ${row.thread_id} in list ${row.folder_id} shows something else`);
}

function isSame(kept: KeptCard | undefined, row: ListRow): boolean {
  return (
    kept !== undefined &&
    kept.size === row.size &&
    kept.sender_key === row.sender_key &&
    isDeepStrictEqual(shownCard(kept.card), shownCard(row.card))
  );
}

function rowKey(row: Pick<ListRow, 'folder_id' | 'thread_id'>): string {
  return `${row.folder_id} ${row.thread_id}`;
}
