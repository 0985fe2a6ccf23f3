import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../tables.ts';
import { type ListRow, listRowsOfThread, type SpecialFolders, type ThreadMessage } from './list-cards.ts';

type KeptRow = { folder_id: string; thread_id: string; unread: boolean };
type ReadBack = { messages: ThreadMessage[] | null; rows: KeptRow[] | null };

/** What is to be written so that the list rows and counts follow the messages. */
export type ListRowPlan = {
  rows: ListRow[];
  gone: KeptRow[];
  counts: CountDifference[];
  threads: { id: string; message_count: number }[];
};

/** Threads that were there may have changed in any way; of new ones all messages are at hand. */
type ChangedThreads = { touched: string[]; known: ThreadMessage[] };

/** Makes the list rows of the given threads anew from their messages, and the difference that this makes to counts. */
export async function planListRows(
  tx: Tx,
  mailboxId: number,
  { touched, known }: ChangedThreads,
  special: SpecialFolders,
): Promise<ListRowPlan> {
  const readBack = touched.length > 0 ? await readThreads(tx, mailboxId, touched) : null;
  const kept = readBack?.rows ?? [];
  const byThread = Map.groupBy([...(readBack?.messages ?? []), ...known], (message) => message.thread_id);
  const threadIds = new Set([...touched, ...byThread.keys()]);
  const rows = [...byThread.values()].flatMap((thread) => listRowsOfThread(thread, special));
  const stay = new Set(rows.map(rowKey));
  return {
    rows,
    gone: kept.filter((row) => !stay.has(rowKey(row))),
    counts: countDifferences(kept, rows),
    threads: [...threadIds].map((id) => ({ id, message_count: byThread.get(id)?.length ?? 0 })),
  };
}

async function readThreads(tx: Tx, mailboxId: number, threadIds: string[]): Promise<ReadBack> {
  const { rows } = await sql<ReadBack>`
    select
      (select json_agg(json_build_object(
          'id', m.id, 'thread_id', m.thread_id, 'folder_id', m.folder_id, 'old_folder_id', m.old_folder_id,
          'received_at', m.received_at, 'unread', m.unread, 'starred', m.starred, 'draft', m.draft,
          'spoofed', m.spoofed, 'has_attachments', m.has_attachments,
          'send_state', m.send_state, 'tracking', m.tracking, 'subject', m.subject, 'snippet', m.snippet,
          'sender', m.sender, 'recipients', m.recipients))
        from messages m where m.mailbox_id = ${mailboxId} and m.thread_id = any(${threadIds}::uuid[])) as messages,
      (select json_agg(json_build_object('folder_id', r.folder_id, 'thread_id', r.thread_id, 'unread', r.unread))
        from list_rows r where r.mailbox_id = ${mailboxId} and r.thread_id = any(${threadIds}::uuid[])) as rows
  `.execute(tx);
  return rows[0] as ReadBack;
}

function rowKey(row: { folder_id: string; thread_id: string }): string {
  return `${row.folder_id} ${row.thread_id}`;
}

type CountDifference = { folder_id: string; total: number; unread: number };

function countDifferences(before: KeptRow[], after: ListRow[]): CountDifference[] {
  const differences = new Map<string, CountDifference>();
  const count = (row: KeptRow, sign: 1 | -1) => {
    const difference = differences.get(row.folder_id) ?? { folder_id: row.folder_id, total: 0, unread: 0 };
    difference.total += sign;
    if (row.unread) difference.unread += sign;
    differences.set(row.folder_id, difference);
  };
  for (const row of before) count(row, -1);
  for (const row of after) count(row, 1);
  return [...differences.values()].filter((difference) => difference.total !== 0 || difference.unread !== 0);
}

/**
 * Steps of one statement; what there is nothing of is left out, because planning it costs more than doing it. A row to
 * be removed is found by its thread: compared as text, the folder can't mislead PostgreSQL into walking all of it.
 */
export function listRowSteps(mailboxId: number, plan: ListRowPlan, now: number): RawBuilder<unknown>[] {
  const { rows, gone, counts, threads } = plan;
  const steps = [
    rows.length > 0 &&
      sql`kept as (
        insert into list_rows (mailbox_id, folder_id, thread_id, last_at, unread, starred, card)
        select ${mailboxId}, folder_id, thread_id, last_at, unread, starred, card
        from json_to_recordset(${JSON.stringify(rows)})
          as r(folder_id uuid, thread_id uuid, last_at bigint, unread boolean, starred boolean, card json)
        on conflict (mailbox_id, thread_id, folder_id) do update set
          last_at = excluded.last_at, unread = excluded.unread, starred = excluded.starred, card = excluded.card)`,
    gone.length > 0 &&
      sql`gone as (
        delete from list_rows r
        using unnest(${gone.map((row) => row.folder_id)}::uuid[], ${gone.map((row) => row.thread_id)}::uuid[])
          as g(folder_id, thread_id)
        where r.mailbox_id = ${mailboxId} and r.thread_id = g.thread_id and r.folder_id::text = g.folder_id::text)`,
    counts.length > 0 &&
      sql`counted as (
        update folders f
        set total_threads = f.total_threads + c.total, unread_threads = f.unread_threads + c.unread
        from unnest(${counts.map((count) => count.folder_id)}::uuid[], ${counts.map((count) => count.total)}::integer[],
          ${counts.map((count) => count.unread)}::integer[]) as c(folder_id, total, unread)
        where f.mailbox_id = ${mailboxId} and f.id = c.folder_id)`,
    threads.length > 0 &&
      sql`sized as (
        update threads t
        set message_count = c.message_count, emptied_at = case when c.message_count = 0 then ${now}::bigint end
        from unnest(${threads.map((thread) => thread.id)}::uuid[],
          ${threads.map((thread) => thread.message_count)}::integer[]) as c(id, message_count)
        where t.mailbox_id = ${mailboxId} and t.id = c.id and t.message_count <> c.message_count)`,
  ];
  return steps.filter((step) => step !== false);
}
