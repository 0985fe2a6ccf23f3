import { isDeepStrictEqual } from 'node:util';
import { shownCard } from '../mailbox/card-version.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { type ListRow, listRowsOfThread } from '../mailbox/list-cards.ts';
import { readThreads } from '../mailbox/list-rows.store.ts';
import { isMarkedDeleted } from '../mailbox/plan-message-states.ts';
import { readCards, type StoredCard, writeCards } from './rebuild.store.ts';

/** Rebuilds the cards of threads; clients are notified only of those whose content changed. */
export async function rebuildCards(change: MailboxChange, threadIds: string[]): Promise<void> {
  const { tx, mailboxId } = change;
  const [{ messages }, stored] = await Promise.all([
    readThreads(tx, mailboxId, threadIds),
    readCards(tx, mailboxId, threadIds),
  ]);
  const kept = new Map(stored.map((row) => [rowKey(row), row]));
  const shown = messages?.filter((message) => !isMarkedDeleted(message)) ?? [];
  const threads = Map.groupBy(shown, (message) => message.thread_id);
  const other = [...threads.values()]
    .flatMap((thread) => listRowsOfThread(thread, change.folders))
    .filter((row) => !isSame(kept.get(rowKey(row)), row));
  if (other.length === 0) return;
  await writeCards(tx, mailboxId, other);
  for (const row of other) {
    const before = shownCard(kept.get(rowKey(row))?.card ?? {});
    if (!isDeepStrictEqual(before, shownCard(row.card))) change.journal('thread', row.thread_id);
  }
}

function isSame(kept: StoredCard | undefined, row: ListRow): boolean {
  return (
    kept?.size === row.size && kept.sender_key === row.sender_key && isDeepStrictEqual(kept.card, row.card)
  );
}

function rowKey(row: Pick<ListRow, 'folder_id' | 'thread_id'>): string {
  return `${row.folder_id} ${row.thread_id}`;
}
