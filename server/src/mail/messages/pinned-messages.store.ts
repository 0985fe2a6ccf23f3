import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';
import type { RowTargets } from '../threads/resolve-threads.ts';

/** Pins the latest message that each thread has in the folder, and the single messages; answers their threads. */
export function pinLatest(
  tx: Tx,
  mailboxId: number,
  { threadIds, messageIds }: RowTargets,
  folderId: string,
): Promise<string[]> {
  return setPinned(
    tx,
    mailboxId,
    folderId,
    sql`m.folder_id = ${folderId} and m.pinned_folder_id is distinct from ${folderId} and (
      m.id = any(${messageIds}::uuid[]) or m.id in (
        select distinct on (o.thread_id) o.id from messages o
        where o.mailbox_id = ${mailboxId} and o.thread_id = any(${threadIds}::uuid[]) and o.folder_id = ${folderId}
          and ${isShown('o')}
          and not exists (select from messages p where p.mailbox_id = o.mailbox_id and p.thread_id = o.thread_id
            and p.folder_id = o.folder_id and p.pinned_folder_id = o.folder_id)
        order by o.thread_id, o.received_at desc, o.id desc))`,
  );
}

/** Wherever the messages are by now. */
export function unpin(
  tx: Tx,
  mailboxId: number,
  { threadIds, messageIds }: RowTargets,
  folderId: string,
): Promise<string[]> {
  return setPinned(
    tx,
    mailboxId,
    null,
    sql`m.pinned_folder_id = ${folderId}
      and (m.thread_id = any(${threadIds}::uuid[]) or m.id = any(${messageIds}::uuid[]))`,
  );
}

async function setPinned(
  tx: Tx,
  mailboxId: number,
  to: string | null,
  chosen: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    update messages m set pinned_folder_id = ${to} where m.mailbox_id = ${mailboxId} and ${chosen}
    returning m.thread_id`.execute(tx);
  return rows.map((row) => row.thread_id);
}

/** How many conversations are pinned in a folder. */
export async function readPinnedCount(db: ReadDb, mailboxId: number, folderId: string): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
      select count(distinct m.thread_id)::integer as count from messages m
      where m.mailbox_id = ${mailboxId} and m.pinned_folder_id = ${folderId} and m.folder_id = ${folderId}`,
  );
  return rows[0]?.count ?? 0;
}
