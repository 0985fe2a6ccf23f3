import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export async function readThreadsOf(db: ReadDb, mailboxId: number, messageIds: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ thread_id: string }>`
      select distinct m.thread_id from messages m
      where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[])`,
  );
  return rows.map((row) => row.thread_id);
}

/** All messages of the threads: whichever of them stay keep the thread muted. Answers the threads that changed. */
export async function updateMuted(
  tx: Tx,
  mailboxId: number,
  threadIds: string[],
  muted: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    update messages m set muted = ${muted ? true : null}
    where m.mailbox_id = ${mailboxId} and m.thread_id = any(${threadIds}::uuid[]) and (m.muted is true) <> ${muted}
    returning m.thread_id`.execute(tx);
  return rows.map((row) => row.thread_id);
}
