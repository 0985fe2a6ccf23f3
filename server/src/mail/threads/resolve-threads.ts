import { messageOfSingle } from '@bocau/contract/single-messages.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { readKnownMessages } from './single-rows.store.ts';
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

/** What rows of lists stand for. */
export type RowTargets = { threadIds: string[]; messageIds: string[] };

/**
 * The threads, and the single messages, that the ids of rows stand for. Of a message that is gone nothing is left to
 * know it by: where that is what the call wants, it is left out, so that a repeated call is not an error.
 */
export async function resolveRows(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
  mayBeGone = false,
): Promise<RowTargets> {
  const wanted = [...new Set(ids)];
  let messageIds = wanted.flatMap((id) => messageOfSingle(id) ?? []);
  const threads = wanted.filter((id) => messageOfSingle(id) === null);
  if (!messageIds.every(isId)) throw notFound();
  if (messageIds.length > 0) {
    const known = await readKnownMessages(db, mailboxId, messageIds);
    if (known.length < messageIds.length && !mayBeGone) throw notFound();
    messageIds = known;
  }
  return { threadIds: threads.length > 0 ? await resolveThreads(db, mailboxId, threads) : [], messageIds };
}

function notFound(): Failure {
  return new Failure('thread_not_found', 'Conversation not found');
}
