import { type RawBuilder, sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type Copy = { id: string; unread: boolean; received_at: number };

/** The source of a message, also where a mail program has removed it. */
function sourceOf(mailboxId: number, messageId: string): RawBuilder<unknown> {
  return sql`
    select blob from messages where mailbox_id = ${mailboxId} and id = ${messageId} and blob is not null
    union select blob from removed_messages where mailbox_id = ${mailboxId} and id = ${messageId}`;
}

/** A message and what its mailbox has of the same bytes: mail programs copy messages and bring them again. */
export async function readCopies(db: ReadDb, mailboxId: number, messageId: string): Promise<Copy[]> {
  return readRows(
    db,
    sql<Copy>`
    with source as (${sourceOf(mailboxId, messageId)})
    select m.id, m.unread, m.received_at from source s join messages m on m.blob = s.blob
    where m.mailbox_id = ${mailboxId}
    union
    select id, unread, received_at from messages where mailbox_id = ${mailboxId} and id = ${messageId}`,
  );
}

/** What mail programs have removed of it is not restored any more. */
export async function forgetRemovedCopies(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  now: number,
): Promise<void> {
  await sql`
    with source as (${sourceOf(mailboxId, messageId)}), gone as (
      delete from removed_messages r using source s where r.mailbox_id = ${mailboxId} and r.blob = s.blob
      returning r.blob
    )
    ${orphanBlobs(sql`select blob from gone`, now)}`.execute(tx);
}
