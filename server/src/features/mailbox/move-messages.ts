import type { Moved } from '@bocau/contract/threads.ts';
import { sql } from 'kysely';
import { Failure } from '../../platform/http/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { MailboxChange } from './change-mailbox.ts';

export type Move = Moved['moved'][number];

type Selection = {
  /** Either threads, or single messages. */
  threadIds?: string[];
  messageIds?: string[];
  /** Only what lies in this folder. */
  from: string | null;
};

/** Folders whose content only the system puts there. */
const PROTECTED = ['Sent', 'Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period', 'Starred'] as const;

/**
 * Moves messages to a folder. Into a protected folder only what was filed there goes, so that a move out of it can
 * be taken back.
 */
export async function moveMessages(
  change: MailboxChange,
  selection: Selection & { to: string },
): Promise<Move[]> {
  const { to } = selection;
  const onlyBack = isProtected(change, to);
  const { rows } = await sql<Move>`
    update messages m set
      folder_id = ${to}, old_folder_id = m.folder_id,
      trashed_at = case when ${to} = ${change.folders.Trash} then ${change.now}::bigint end
    where ${selected(change, selection)} and m.folder_id <> ${to}
      ${onlyBack ? sql`and m.first_folder_id = ${to}` : sql``}
    returning m.id as message_id, m.thread_id, m.old_folder_id as from_folder_id, m.folder_id as to_folder_id
  `.execute(change.tx);
  change.touchThreads(rows.map((row) => row.thread_id));
  return rows;
}

/** Puts messages from Trash back to where they came from, or into the inbox where that folder is gone. */
export async function restoreMessages(
  change: MailboxChange,
  selection: Omit<Selection, 'from'>,
): Promise<Move[]> {
  const { Trash, INBOX } = change.folders;
  const { rows } = await sql<Move>`
    update messages m set
      folder_id = coalesce((select f.id from folders f
        where f.mailbox_id = m.mailbox_id and f.id = m.old_folder_id and f.id <> ${Trash}), ${INBOX}),
      old_folder_id = m.folder_id, trashed_at = null
    where ${selected(change, { ...selection, from: Trash })}
    returning m.id as message_id, m.thread_id, m.old_folder_id as from_folder_id, m.folder_id as to_folder_id
  `.execute(change.tx);
  change.touchThreads(rows.map((row) => row.thread_id));
  return rows;
}

/** Which messages of the given threads lie in a folder. */
export async function messagesIn(
  change: MailboxChange,
  threadIds: string[],
  folderId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from messages m where ${selected(change, { threadIds, from: folderId })}`.execute(change.tx);
  return rows.map((row) => row.id);
}

/** Removes messages for good; their blobs are thrown away later, when nothing names them any more. */
export async function removeMessages(change: MailboxChange, messageIds: string[]): Promise<Move[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<Move & { size: number }>`
    with gone as (
      delete from messages m
      where m.mailbox_id = ${change.mailboxId} and m.id = any(${messageIds}::uuid[])
      returning m.id, m.thread_id, m.folder_id, m.size, m.blob
    ), contents as (
      delete from message_contents c using gone
      where c.mailbox_id = ${change.mailboxId} and c.message_id = gone.id
    ), words as (
      delete from message_search s using gone
      where s.mailbox_id = ${change.mailboxId} and s.message_id = gone.id
    ), files as (
      delete from attachments a using gone
      where a.mailbox_id = ${change.mailboxId} and a.message_id = gone.id
      returning a.blob
    ), drafts as (
      delete from drafts d using gone where d.mailbox_id = ${change.mailboxId} and d.message_id = gone.id
    ), held as (
      delete from outbox o using gone
      where o.mailbox_id = ${change.mailboxId} and o.message_id = gone.id and o.state = 'held'
    ), begun as (
      -- What has begun to leave goes on, and counts against the limits.
      update outbox o set message_removed_at = ${change.now} from gone
      where o.mailbox_id = ${change.mailboxId} and o.message_id = gone.id and o.state <> 'held'
    ), periodic as (
      delete from periodic_sends p using gone where p.mailbox_id = ${change.mailboxId} and p.message_id = gone.id
    ), marks as (
      delete from tracking_marks t using gone where t.mailbox_id = ${change.mailboxId} and t.message_id = gone.id
    ), leavings as (
      insert into blob_leavings (blob, at)
      select distinct blob, ${change.now}::bigint from (select blob from gone union all select blob from files) b
      where blob is not null
      on conflict (blob) do update set at = excluded.at
    )
    select id as message_id, thread_id, folder_id as from_folder_id, null as to_folder_id, size from gone
  `.execute(change.tx);
  change.touchThreads(rows.map((row) => row.thread_id));
  change.addBytes(-rows.reduce((sum, row) => sum + row.size, 0));
  return rows.map(({ size: _, ...move }) => move);
}

/** Refuses a folder that does not exist, or into which users can not move mail unless it came from there. */
export async function checkMoveTarget(change: MailboxChange, folderId: string): Promise<void> {
  await checkFolder(change, folderId);
  if (isProtected(change, folderId)) {
    throw new Failure('folder_not_allowed', 'Mail can not be moved into this folder');
  }
}

export async function checkFolder(change: MailboxChange, folderId: string): Promise<void> {
  if (!(await isFolder(change, folderId))) throw new Failure('folder_not_found', 'There is no such folder');
}

export async function isFolder(change: MailboxChange, folderId: string): Promise<boolean> {
  if (!isId(folderId)) return false;
  const found = await change.tx
    .selectFrom('folders')
    .select('id')
    .where('mailbox_id', '=', change.mailboxId)
    .where('id', '=', folderId)
    .executeTakeFirst();
  return found !== undefined;
}

export function isProtected(change: MailboxChange, folderId: string): boolean {
  return PROTECTED.some((role) => change.folders[role] === folderId);
}

function selected(change: MailboxChange, { threadIds, messageIds, from }: Selection) {
  return sql`m.mailbox_id = ${change.mailboxId}
    ${threadIds ? sql`and m.thread_id = any(${threadIds}::uuid[])` : sql``}
    ${messageIds ? sql`and m.id = any(${messageIds}::uuid[])` : sql``}
    ${from === null ? sql`` : sql`and m.folder_id = ${from}`}`;
}
