import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { ListRow } from './list-cards.ts';
import { SOURCE_OF_MESSAGE, stateSteps } from './message-states.store.ts';
import type { ChangedMessage, MessageStatePlan } from './plan-message-states.ts';

export type KeptRow = Pick<
  ListRow,
  'folder_id' | 'thread_id' | 'unread' | 'more_messages' | 'more_unread'
> & {
  /** Of the list of a label. */
  label: boolean;
};
export type ReadBack = { messages: ChangedMessage[] | null; rows: KeptRow[] | null };
export type CountDifference = {
  folder_id: string;
  total: number;
  unread: number;
  messages: number;
  unreadMessages: number;
  /** The list is that of a label. */
  label: boolean;
};

/** The denormalised rows and counts to write so that lists follow the messages. */
export type ListRowPlan = {
  rows: ListRow[];
  gone: KeptRow[];
  counts: CountDifference[];
  threads: { id: string; message_count: number; snoozed: boolean; awaiting: boolean; muted: boolean }[];
  states: MessageStatePlan;
};

/** The messages of threads, and the list rows that they have now. */
export async function readThreads(db: ReadDb, mailboxId: number, threadIds: string[]): Promise<ReadBack> {
  if (threadIds.length === 0) return { messages: null, rows: null };
  const [found] = await readRows(
    db,
    sql<ReadBack>`
    select
      (select json_agg(json_build_object(
          'id', m.id, 'thread_id', m.thread_id, 'folder_id', m.folder_id, 'old_folder_id', m.old_folder_id,
          'received_at', m.received_at, 'unread', m.unread, 'starred', m.starred, 'draft', m.draft,
          'spoofed', m.spoofed, 'has_attachments', m.has_attachments, 'important', m.important,
          'receipt', m.receipt, 'size', m.size,
          'send_state', m.send_state, 'tracking', m.tracking, 'subject', m.subject, 'snippet', m.snippet,
          'sender', m.sender, 'recipients', m.recipients, 'label_ids', m.label_ids,
          'snoozed_until', m.snoozed_until, 'back_at', m.back_at,
          'follow_up_at', m.follow_up_at, 'pinned_folder_id', m.pinned_folder_id, 'muted', m.muted,
          'answered', m.answered, 'source', ${SOURCE_OF_MESSAGE},
          'state', case when s.uid is not null then json_build_object('folder_id', s.folder_id, 'uid', s.uid,
            'received_at', s.received_at, 'source', s.source, 'unread', s.unread, 'starred', s.starred,
            'answered', s.answered, 'draft', s.draft, 'deleted', s.deleted, 'label_ids', s.label_ids) end))
        from messages m left join message_state s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
        where m.mailbox_id = ${mailboxId} and m.thread_id = any(${threadIds}::uuid[])) as messages,
      (select json_agg(json_build_object('folder_id', r.folder_id, 'thread_id', r.thread_id, 'unread', r.unread,
          'more_messages', r.more_messages, 'more_unread', r.more_unread, 'label', exists (
            select from labels l where l.mailbox_id = r.mailbox_id and l.id = r.folder_id)))
        from list_rows r where r.mailbox_id = ${mailboxId} and r.thread_id = any(${threadIds}::uuid[])) as rows
  `,
  );
  return found as ReadBack;
}

/**
 * Steps of one statement; what there is nothing of is left out, because planning it costs more than doing it. A row to
 * be removed is found by its thread: compared as text, the folder can't mislead PostgreSQL into walking all of it.
 */
export function listRowSteps(
  mailboxId: number,
  seq: number,
  plan: ListRowPlan,
  now: number,
): RawBuilder<unknown>[] {
  const { rows, gone, threads, states } = plan;
  const counts = folderSteps(plan);
  const labels = plan.counts.filter(({ label }) => label);
  const steps = [
    rows.length > 0 &&
      sql`kept as (
        insert into list_rows (mailbox_id, folder_id, thread_id, last_at, unread, starred, size, sender_key,
          more_messages, more_unread, card)
        select ${mailboxId}, folder_id, thread_id, last_at, unread, starred, size, sender_key,
          more_messages, more_unread, card
        from json_to_recordset(${JSON.stringify(rows)})
          as r(folder_id uuid, thread_id uuid, last_at bigint, unread boolean, starred boolean, size bigint,
            sender_key text, more_messages integer, more_unread integer, card json)
        on conflict (mailbox_id, thread_id, folder_id) do update set
          last_at = excluded.last_at, unread = excluded.unread, starred = excluded.starred,
          size = excluded.size, sender_key = excluded.sender_key, more_messages = excluded.more_messages,
          more_unread = excluded.more_unread, card = excluded.card)`,
    gone.length > 0 &&
      sql`gone as (
        delete from list_rows r
        using unnest(${gone.map((row) => row.folder_id)}::uuid[], ${gone.map((row) => row.thread_id)}::uuid[])
          as g(folder_id, thread_id)
        where r.mailbox_id = ${mailboxId} and r.thread_id = g.thread_id and r.folder_id::text = g.folder_id::text)`,
    counts.length > 0 &&
      sql`counted as (
        update folders f
        set total_threads = f.total_threads + c.total, unread_threads = f.unread_threads + c.unread,
          total_messages = f.total_messages + c.messages, unread_messages = f.unread_messages + c.unread_messages,
          uid_next = f.uid_next + case when f.uid_validity is null then 0 else c.uids end
        from unnest(${counts.map((count) => count.folder_id)}::uuid[], ${counts.map((count) => count.total)}::integer[],
          ${counts.map((count) => count.unread)}::integer[], ${counts.map((count) => count.messages)}::integer[],
          ${counts.map((count) => count.unreadMessages)}::integer[], ${counts.map((count) => count.uids)}::integer[])
          as c(folder_id, total, unread, messages, unread_messages, uids)
        where f.mailbox_id = ${mailboxId} and f.id = c.folder_id
        returning f.id, f.uid_next, f.uid_validity)`,
    labels.length > 0 &&
      sql`labelled as (
        update labels l
        set total_threads = l.total_threads + c.total, unread_threads = l.unread_threads + c.unread,
          total_messages = l.total_messages + c.messages, unread_messages = l.unread_messages + c.unread_messages
        from unnest(${labels.map((count) => count.folder_id)}::uuid[], ${labels.map((count) => count.total)}::integer[],
          ${labels.map((count) => count.unread)}::integer[], ${labels.map((count) => count.messages)}::integer[],
          ${labels.map((count) => count.unreadMessages)}::integer[]) as c(label_id, total, unread, messages, unread_messages)
        where l.mailbox_id = ${mailboxId} and l.id = c.label_id)`,
    ...stateSteps(mailboxId, seq, states, now),
    threads.length > 0 &&
      sql`sized as (
        update threads t
        set message_count = c.message_count, emptied_at = case when c.message_count = 0 then ${now}::bigint end,
          snoozed = c.snoozed, awaiting = c.awaiting, muted = c.muted
        from unnest(${threads.map((thread) => thread.id)}::uuid[],
          ${threads.map((thread) => thread.message_count)}::integer[],
          ${threads.map((thread) => thread.snoozed)}::boolean[], ${threads.map((thread) => thread.awaiting)}::boolean[],
          ${threads.map((thread) => thread.muted)}::boolean[]) as c(id, message_count, snoozed, awaiting, muted)
        where t.mailbox_id = ${mailboxId} and t.id = c.id
          and (t.message_count <> c.message_count or coalesce(t.snoozed, false) <> c.snoozed
            or coalesce(t.awaiting, false) <> c.awaiting or coalesce(t.muted, false) <> c.muted))`,
  ];
  return steps.filter((step) => step !== false);
}

/** What changes in the row of each folder: it can be written only once in a statement. */
function folderSteps(plan: ListRowPlan): (Omit<CountDifference, 'label'> & { uids: number })[] {
  const { states } = plan;
  const counts = plan.counts.filter(({ label }) => !label);
  const counted = new Set(counts.map(({ folder_id }) => folder_id));
  const others = [...states.uids.keys()].filter((id) => !counted.has(id));
  return [
    ...counts,
    ...others.map((folder_id) => ({ folder_id, total: 0, unread: 0, messages: 0, unreadMessages: 0 })),
  ].map((count) => ({ ...count, uids: states.uids.get(count.folder_id) ?? 0 }));
}
