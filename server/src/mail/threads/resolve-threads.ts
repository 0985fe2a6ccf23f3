import { messageOfSingle } from '@bocau/contract/single-messages.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { readKnownMessages } from './single-rows.store.ts';
import { readResolved } from './threads.store.ts';

/**
 * The threads with these ids; the id of a merged thread resolves to the one it was merged into. A thread that
 * lost its last message some days ago is still known, so that a repeated call is not an error.
 */
export async function resolveThreads(db: ReadDb, mailboxId: number, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isId)) throw notFound();
  const rows = await readResolved(db, mailboxId, wanted);
  if (rows.some((row) => !row.known)) throw notFound();
  return [...new Set(rows.map((row) => row.id))];
}

/** The targets that list rows stand for. */
export type RowTargets = { threadIds: string[]; messageIds: string[] };

/**
 * The threads and single messages that row ids stand for. A deleted message leaves no trace: where deletion
 * is the purpose of the call it is skipped, so that a repeated call is not an error (idempotency).
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
