import { sql } from 'kysely';
import { Failure } from '../../platform/http/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';

/**
 * The threads that the ids stand for; an id that was merged away stands for the thread that took it in. A thread
 * whose last message went some days ago is still known, so that a repeated call is not an error.
 */
export async function resolveThreads(db: Db, mailboxId: number, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isId)) throw notFound();
  // Each is looked up by itself: PostgreSQL takes every mailbox for an average one, and would rather read all threads
  // of a large one.
  const { rows } = await sql<{ id: string; known: boolean }>`
    select coalesce(g.thread_id, w.id) as id, (t.id is not null) as known
    from unnest(${wanted}::uuid[]) as w(id)
    left join lateral (
      select thread_id from merged_threads where mailbox_id = ${mailboxId} and id = w.id limit 1) g on true
    left join lateral (
      select id from threads where mailbox_id = ${mailboxId} and id = coalesce(g.thread_id, w.id) limit 1
    ) t on true`.execute(db);
  if (rows.some((row) => !row.known)) throw notFound();
  return [...new Set(rows.map((row) => row.id))];
}

function notFound(): Failure {
  return new Failure('thread_not_found', 'There is no such conversation');
}
