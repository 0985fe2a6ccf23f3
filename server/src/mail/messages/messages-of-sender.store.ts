import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { OfSender, ReadDb } from '../../tables.ts';
import type { Next, NextMessage } from '../mailbox/placed-messages.store.ts';

/** As the index of large messages and the search by `over:1M` have it. */
export const LARGE = sql`m.size > 1048576`;
/** Compared as a newsletter is. */
export const SENDER_OF_MESSAGE = sql`lower(m.sender->>'email')`;

/** Of a message `m`: it lies outside Trash and Junk. */
export function isKept(mailboxId: number): RawBuilder<unknown> {
  return sql`m.folder_id <> all(${discardedFolders(mailboxId)})`;
}

export function discardedFolders(mailboxId: number): RawBuilder<unknown> {
  return sql`array(
    select f.id from folders f where f.mailbox_id = ${mailboxId} and f.role = any(${[...DISCARDED_FOLDERS]}::text[]))`;
}

/** What a sender has outside Trash and Junk. */
export async function countMessagesOfSender(db: ReadDb, mailboxId: number, of: OfSender): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from messages m where m.mailbox_id = ${mailboxId} and ${ofSender(of)} and ${isKept(mailboxId)}`,
  );
  return row?.count ?? 0;
}

/** The next of them, newest first. */
export async function readMessagesOfSender(
  db: ReadDb,
  mailboxId: number,
  of: OfSender,
  { after, limit }: Next,
): Promise<NextMessage[]> {
  return readRows(
    db,
    sql<NextMessage>`
    select m.id, m.thread_id, m.received_at from messages m
    where m.mailbox_id = ${mailboxId} and ${ofSender(of)} and ${isKept(mailboxId)}
      ${after === null ? sql`` : sql`and (m.received_at, m.id) < (${after.lastAt}, ${after.messageId})`}
    order by m.received_at desc, m.id desc limit ${limit}`,
  );
}

function ofSender({ email, what }: OfSender): RawBuilder<unknown> {
  if (what === 'newsletters') return sql`m.newsletter = ${email}`;
  return sql`${LARGE} and ${SENDER_OF_MESSAGE} = ${email}`;
}
