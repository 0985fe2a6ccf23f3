import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { readResolved } from './threads.store.ts';

/**
 * The threads that the ids stand for; an id that was merged away stands for the thread that took it in. A thread
 * whose last message went some days ago is still known, so that a repeated call is not an error.
 */
export async function resolveThreads(db: ReadDb, mailboxId: number, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isId)) throw notFound();
  const rows = await readResolved(db, mailboxId, wanted);
  if (rows.some((row) => !row.known)) throw notFound();
  return [...new Set(rows.map((row) => row.id))];
}

function notFound(): Failure {
  return new Failure('thread_not_found', 'Conversation not found');
}
