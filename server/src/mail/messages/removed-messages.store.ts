import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import type { SenderChecks, SpamVerdict } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** They are not counted against the quota, so that there is an end to them. */
const MOST_KEPT = 10_000;
const MOST_KEPT_BYTES = 1024 ** 3;

/**
 * Keeps messages that are to be deleted; what is in the mailbox once more is not missed: a copy
 * that moved, or a draft that its program has stored anew.
 */
export async function insertRemoved(
  tx: Tx,
  mailboxId: number,
  messageIds: string[],
  now: number,
): Promise<void> {
  await sql`
    insert into removed_messages (mailbox_id, id, folder_id, removed_at, received_at, blob, size, unread, starred, answered,
      draft, subject, snippet, sender, recipients, spoofed, sender_checks, spam, label_ids)
    select m.mailbox_id, m.id, m.folder_id, ${now}, m.received_at, m.blob, m.size, m.unread, m.starred, m.answered,
      m.draft, m.subject, m.snippet, m.sender, m.recipients, m.spoofed, c.sender_checks, c.spam, m.label_ids
    from messages m join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and m.blob is not null
      and not exists (select from messages o
        where o.mailbox_id = ${mailboxId} and o.blob = m.blob and o.id <> all(${messageIds}::uuid[]))
      and not (m.draft and exists (select from messages n
        where n.mailbox_id = ${mailboxId} and n.folder_id = m.folder_id and n.draft
          and n.message_id_header = m.message_id_header and n.id <> all(${messageIds}::uuid[])))
    on conflict do nothing`.execute(tx);
  await sql`
    with ranked as (
      select id, row_number() over newest as place, sum(size) over newest as bytes from removed_messages
      where mailbox_id = ${mailboxId} window newest as (order by removed_at desc, id desc)
    ), gone as (
      delete from removed_messages r using ranked
      where r.mailbox_id = ${mailboxId} and r.id = ranked.id
        and (ranked.place > ${MOST_KEPT} or ranked.bytes > ${MOST_KEPT_BYTES})
      returning r.blob
    )
    ${orphanBlobs(sql`select blob from gone`, now)}`.execute(tx);
}

export type RemovedRow = {
  id: string;
  folder: string | null;
  removed_at: number;
  received_at: number;
  subject: string;
  spoofed: boolean;
  snippet: string;
  sender: Sender;
  recipients: MailAddress[];
  size: number;
};

export async function readRemovedPage(
  db: ReadDb,
  mailboxId: number,
  { since, after, limit }: { since: number; after: { at: number; id: string } | null; limit: number },
): Promise<RemovedRow[]> {
  return readRows(
    db,
    sql<RemovedRow>`
    select r.id, f.path as folder, r.removed_at, r.received_at, r.subject, r.spoofed, r.snippet, r.sender, r.recipients, r.size
    from removed_messages r left join folders f on f.mailbox_id = r.mailbox_id and f.id = r.folder_id
    where r.mailbox_id = ${mailboxId} and r.removed_at >= ${since}
      ${after === null ? sql`` : sql`and (r.removed_at, r.id) < (${after.at}, ${after.id}::uuid)`}
    order by r.removed_at desc, r.id desc limit ${limit}`,
  );
}

/** Of an index alone, and never more than are kept. */
export async function countRemoved(db: ReadDb, mailboxId: number, since: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ total: number }>`
    select count(*)::integer as total from removed_messages where mailbox_id = ${mailboxId} and removed_at >= ${since}`,
  );
  return row?.total ?? 0;
}

export type KeptMessage = {
  id: string;
  folder_id: string | null;
  received_at: number;
  blob: string;
  size: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  sender: Sender;
  spoofed: boolean;
  sender_checks: SenderChecks | null;
  spam: SpamVerdict | null;
  label_ids: string[] | null;
};

/** Those of them that are kept; `folder_id` is null where the folder is gone. */
export async function readKept(db: ReadDb, mailboxId: number, ids: string[]): Promise<KeptMessage[]> {
  return readRows(
    db,
    sql<KeptMessage>`
    select r.id, f.id as folder_id, r.received_at, encode(r.blob, 'hex') as blob, r.size, r.unread, r.starred,
      r.answered, r.draft, r.sender, r.spoofed, r.sender_checks, r.spam, r.label_ids
    from removed_messages r left join folders f on f.mailbox_id = r.mailbox_id and f.id = r.folder_id
    where r.mailbox_id = ${mailboxId} and r.id = any(${ids}::uuid[])
    order by r.received_at, r.id`,
  );
}

/** Answers those that were kept until now; their blobs are those of messages again. */
export async function deleteKept(tx: Tx, mailboxId: number, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from removed_messages where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Forgets the oldest of all mailboxes that were removed before a time; answers how many. */
export async function deleteOldRemoved(
  tx: Tx,
  { before, limit, now }: { before: number; limit: number; now: number },
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from removed_messages where (mailbox_id, id) in (
        select mailbox_id, id from removed_messages where removed_at < ${before} order by removed_at limit ${limit})
      returning blob
    ), orphaned as (
      ${orphanBlobs(sql`select blob from deleted`, now)}
    )
    select count(*)::integer as deleted from deleted`.execute(tx);
  return rows[0]?.deleted ?? 0;
}
