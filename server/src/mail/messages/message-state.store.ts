import type { Moved } from '@bocau/contract/threads.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, SendState, Tx } from '../../tables.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';

export type Move = Moved['moved'][number];

export type Selection = {
  /** Either threads, of which only shown messages are meant, or single messages. */
  threadIds?: string[];
  messageIds?: string[];
  /** Only what lies in this folder. */
  from: string | null;
};

type MoveTarget = {
  to: string;
  /** When the messages came into Trash; null where the target is another folder. */
  trashedAt: number | null;
  /** Only messages that were stored in the target at first. */
  onlyBack: boolean;
};

export async function updateFolder(
  tx: Tx,
  mailboxId: number,
  selection: Selection,
  { to, trashedAt, onlyBack }: MoveTarget,
): Promise<Move[]> {
  const { rows } = await sql<Move>`
    update messages m set
      folder_id = ${to}, old_folder_id = m.folder_id, trashed_at = ${trashedAt}
    where ${selected(mailboxId, selection)} and m.folder_id <> ${to}
      ${onlyBack ? sql`and m.first_folder_id = ${to}` : sql``}
    returning m.id as message_id, m.thread_id, m.old_folder_id as from_folder_id, m.folder_id as to_folder_id
  `.execute(tx);
  return rows;
}

/** Puts messages of Trash into the folder that they came from, or into the inbox where that folder is gone. */
export async function updateToOldFolder(
  tx: Tx,
  mailboxId: number,
  selection: Omit<Selection, 'from'>,
  { Trash, INBOX }: { Trash: string; INBOX: string },
): Promise<Move[]> {
  const { rows } = await sql<Move>`
    update messages m set
      folder_id = coalesce((select f.id from folders f
        where f.mailbox_id = m.mailbox_id and f.id = m.old_folder_id and f.id <> ${Trash}), ${INBOX}),
      old_folder_id = m.folder_id, trashed_at = null
    where ${selected(mailboxId, { ...selection, from: Trash })}
    returning m.id as message_id, m.thread_id, m.old_folder_id as from_folder_id, m.folder_id as to_folder_id
  `.execute(tx);
  return rows;
}

export async function readSelectedIds(
  db: ReadDb,
  mailboxId: number,
  selection: Selection,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`select m.id from messages m where ${selected(mailboxId, selection)}`,
  );
  return rows.map((row) => row.id);
}

/** Whether a message `m` is meant. */
export function selected(mailboxId: number, { threadIds, messageIds, from }: Selection) {
  return sql`m.mailbox_id = ${mailboxId}
    ${threadIds ? sql`and m.thread_id = any(${threadIds}::uuid[]) and ${isShown('m')}` : sql``}
    ${messageIds ? sql`and m.id = any(${messageIds}::uuid[])` : sql``}
    ${from === null ? sql`` : sql`and m.folder_id = ${from}`}`;
}

export type MessageStage = {
  folderId: string;
  /** Where it stands in the lists of its folders. */
  receivedAt: number;
  draft: boolean;
  sendState: 'sending' | 'failed' | null;
};

/** Answers the message's thread, and its time before. */
export async function updateStage(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  stage: MessageStage,
): Promise<{ thread_id: string; before: number } | undefined> {
  const { rows } = await sql<{ thread_id: string; before: number }>`
    update messages m set
      folder_id = ${stage.folderId}, first_folder_id = ${stage.folderId}, old_folder_id = null, trashed_at = null,
      received_at = ${stage.receivedAt}, draft = ${stage.draft}, send_state = ${stage.sendState}, follow_up_at = null
    from (select received_at from messages where mailbox_id = ${mailboxId} and id = ${messageId}) b
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}
    returning m.thread_id, b.received_at as before`.execute(tx);
  return rows[0];
}

/** Shows how far a message has come on its way out; answers its thread. */
export async function updateSendState(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  to: { send_state: SendState | null; draft?: true },
): Promise<string> {
  const { thread_id } = await tx
    .updateTable('messages')
    .set(to)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .returning('thread_id')
    .executeTakeFirstOrThrow();
  return thread_id;
}

/** Makes what was to be sent a draft again if it is in Trash; answers its thread, undefined where it is not there. */
export async function makeDraftInTrash(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  { Trash, Drafts }: { Trash: string; Drafts: string },
): Promise<string | undefined> {
  const made = await tx
    .updateTable('messages')
    .set({ draft: true, send_state: null, old_folder_id: Drafts, first_folder_id: Drafts })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .where('folder_id', '=', Trash)
    .returning('thread_id')
    .executeTakeFirst();
  return made?.thread_id;
}

/** Moves a message's search words to another segment of the index; the prefixes are those of its lexemes. */
export async function updateSegment(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  { receivedAt, from, to }: { receivedAt: number; from: string; to: string },
): Promise<void> {
  await sql`
    update message_search set received_at = ${receivedAt},
      words = case when ${from}::text = ${to}::text then words else replace(words::text, ${from}, ${to})::tsvector end
    where mailbox_id = ${mailboxId} and message_id = ${messageId}`.execute(tx);
}
