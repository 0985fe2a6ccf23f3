import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type KeptRestore = {
  backup: string;
  folder: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  asked_at: number;
  ended_at: number | null;
  seen: number;
  restored: number;
  put_back: number;
  unreadable: number;
};

export async function readRestore(db: ReadDb, mailboxId: number): Promise<KeptRestore | null> {
  const found = await db
    .selectFrom('mail_restores')
    .select([
      'backup',
      'folder',
      'state',
      'asked_at',
      'ended_at',
      'seen',
      'restored',
      'put_back',
      'unreadable',
    ])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Replaces the last one. False while that is running, unless its job is lost; the row stays locked in both
 * cases.
 */
export async function beginRestore(
  tx: Tx,
  mailboxId: number,
  { backup, folder, now, lost = false }: { backup: string; folder: string; now: number; lost?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mail_restores as r (mailbox_id, backup, folder, state, asked_at)
    values (${mailboxId}, ${backup}, ${folder}, 'waiting', ${now})
    on conflict (mailbox_id) do update set backup = excluded.backup, folder = excluded.folder, state = 'waiting',
      asked_at = excluded.asked_at, ended_at = null, seen = 0, restored = 0, put_back = 0, unreadable = 0
    where r.state in ('done', 'failed') or ${lost}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export type RestoreProgress = { seen: number; restored: number; putBack: number; unreadable: number };

/** When an interrupted job is repeated, messages restored before still count. */
export async function noteRestore(
  tx: Tx,
  mailboxId: number,
  progress: RestoreProgress,
  end: { state: 'done' | 'failed'; now: number } | null = null,
): Promise<void> {
  await sql`
    update mail_restores set state = ${end?.state ?? 'running'}, ended_at = ${end?.now ?? null}::bigint,
      seen = ${progress.seen}, restored = ${progress.restored}, put_back = ${progress.putBack},
      unreadable = ${progress.unreadable}
    where mailbox_id = ${mailboxId}`.execute(tx);
}

/** Null when there is no such mailbox. */
export async function findRestoredMailbox(
  db: ReadDb,
  mailboxId: number,
): Promise<{ id: number; email: string; domain_id: number } | null> {
  const rows = await readRows(
    db,
    sql<{ id: number; email: string; domain_id: number }>`
    select m.id, m.email, m.domain_id from mailboxes m where m.id = ${mailboxId}`,
  );
  return rows[0] ?? null;
}
