import { WAITING } from '@bocau/contract/waiting-list.ts';
import { type ListRow, listRowsOfThread, type SystemFolderIds } from './list-cards.ts';
import type { CountDifference, KeptRow, ListRowPlan, ReadBack } from './list-rows.store.ts';
import { type ChangedMessage, isMarkedDeleted, planMessageStates } from './plan-message-states.ts';

/** Threads that were there may have changed in any way, and were read back; of new ones all messages are at hand. */
type ChangedThreads = { touched: string[]; readBack: ReadBack; known: ChangedMessage[] };

/** Makes the list rows of the given threads anew from their messages, and the difference that this makes to counts. */
export function planListRows(
  { touched, readBack, known }: ChangedThreads,
  special: SystemFolderIds,
): ListRowPlan {
  const kept = readBack.rows ?? [];
  const messages = [...(readBack.messages ?? []), ...known];
  const byThread = Map.groupBy(messages, (message) => message.thread_id);
  const threadIds = new Set([...touched, ...byThread.keys()]);
  const shown = [...byThread.values()].map((thread) => thread.filter((message) => !isMarkedDeleted(message)));
  const rows = shown.flatMap((thread) => listRowsOfThread(thread, special));
  const stay = new Set(rows.map(rowKey));
  const labels = new Set([WAITING, ...messages.flatMap((message) => message.label_ids ?? [])]);
  return {
    rows,
    gone: kept.filter((row) => !stay.has(rowKey(row))),
    counts: countDifferences(kept, rows, labels),
    threads: [...threadIds].map((id) => {
      const all = byThread.get(id) ?? [];
      const snoozed = all.some(({ folder_id }) => folder_id === special.Snoozed);
      const awaiting = all.some(({ follow_up_at: at }) => at !== null);
      const muted = all.some((message) => message.muted === true);
      return { id, message_count: all.length, snoozed, awaiting, muted };
    }),
    states: planMessageStates(messages),
  };
}

function rowKey(row: { folder_id: string; thread_id: string }): string {
  return `${row.folder_id} ${row.thread_id}`;
}

function countDifferences(
  before: KeptRow[],
  after: ListRow[],
  labels: ReadonlySet<string>,
): CountDifference[] {
  const differences = new Map<string, CountDifference>();
  const count = (row: ListRow | KeptRow, label: boolean, sign: 1 | -1) => {
    const unread = row.unread ? 1 : 0;
    const difference = differences.get(row.folder_id) ?? {
      folder_id: row.folder_id,
      ...{ total: 0, unread: 0, messages: 0, unreadMessages: 0, label },
    };
    difference.total += sign;
    difference.unread += sign * unread;
    difference.messages += sign * (1 + row.more_messages);
    difference.unreadMessages += sign * (unread + row.more_unread);
    differences.set(row.folder_id, difference);
  };
  for (const row of before) count(row, row.label, -1);
  for (const row of after) count(row, labels.has(row.folder_id), 1);
  return [...differences.values()].filter(
    ({ total, unread, messages, unreadMessages }) =>
      total !== 0 || unread !== 0 || messages !== 0 || unreadMessages !== 0,
  );
}
