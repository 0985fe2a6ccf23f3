import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { MailboxChange } from './change-mailbox.ts';
import { SOURCE_OF_MESSAGE } from './message-states.store.ts';

export async function readFoldersWithoutUids(
  db: ReadDb,
  mailboxId: number,
  folderIds: string[] | null,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from folders
    where mailbox_id = ${mailboxId} and uid_validity is null and role is distinct from 'Starred'
      ${folderIds === null ? sql`` : sql`and id = any(${folderIds}::uuid[])`}`,
  );
  return rows.map(({ id }) => id);
}

/** Those of a folder, in the order of arrival. By its threads, as there is no index of messages by folder. */
export async function readMessagesWithoutUid(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select m.id from list_rows r
    join messages m on m.mailbox_id = ${mailboxId} and m.thread_id = r.thread_id and m.folder_id = r.folder_id
    left join message_state s on s.mailbox_id = ${mailboxId} and s.message_id = m.id
    where r.mailbox_id = ${mailboxId} and r.folder_id = ${folderId} and m.blob is not null and s.uid is null
    order by m.received_at, m.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

type Change = Pick<MailboxChange, 'tx' | 'mailboxId' | 'seq'>;

/** Gives the next uids of a folder to those of the messages that lie in it and have none. */
export function insertStates(change: Change, folderId: string, messageIds: string[]): Promise<void> {
  return insertStatesOf(change, folderId, sql`m.id = any(${messageIds}::uuid[])`);
}

/** The same of all that came, or changed, since a change of the mailbox. */
export function insertStatesSince(change: Change, folderId: string, since: number): Promise<void> {
  return insertStatesOf(
    change,
    folderId,
    sql`m.thread_id in (select c.entity from changes c
      where c.mailbox_id = ${change.mailboxId} and c.seq > ${since} and c.kind = 'thread')`,
  );
}

async function insertStatesOf(
  { tx, mailboxId, seq }: Change,
  folderId: string,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with fresh as materialized (
      select m.id, m.received_at, ${SOURCE_OF_MESSAGE} as source, m.size, m.unread, m.starred, m.answered, m.draft,
        row_number() over (order by m.received_at desc, m.id desc) as behind
      from messages m
      where m.mailbox_id = ${mailboxId} and ${which} and m.folder_id = ${folderId} and m.blob is not null
        and not exists (select from message_state s where s.mailbox_id = ${mailboxId} and s.message_id = m.id)
    ), numbered as (
      update folders f set uid_next = f.uid_next + (select count(*) from fresh)
      where f.mailbox_id = ${mailboxId} and f.id = ${folderId} returning f.uid_next
    )
    insert into message_state (mailbox_id, message_id, folder_id, uid, modseq, received_at, source, size, unread,
      starred, answered, draft)
    select ${mailboxId}, id, ${folderId}, uid_next - behind, ${seq}, received_at, source, size, unread, starred,
      answered, draft
    from fresh cross join numbered order by behind desc`.execute(tx);
}

/** From now on the folder has uids. */
export async function writeUidValidity(
  tx: Tx,
  mailboxId: number,
  folderId: string,
  now: number,
): Promise<void> {
  await sql`
    with begun as (
      update mailbox_state set uid_validity = greatest(uid_validity + 1, ${now}) where mailbox_id = ${mailboxId}
      returning uid_validity
    )
    update folders f set uid_validity = coalesce(f.uid_validity, begun.uid_validity) from begun
    where f.mailbox_id = ${mailboxId} and f.id = ${folderId}`.execute(tx);
}
