import { sql } from 'kysely';
import { Failure } from '../../platform/http/failure.ts';
import { isId } from '../../platform/ids.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import {
  checkFolder,
  checkMoveTarget,
  isProtected,
  messagesIn,
  moveMessages,
  removeMessages,
} from '../mailbox/move-messages.ts';
import { resolveThreads } from '../mailbox/resolve-threads.ts';

/** Moves single messages of threads; those that lie elsewhere by now stay where they are. */
export async function moveSingleMessages(
  deps: ChangeDeps,
  mailboxId: number,
  messageIds: string[],
  from: string,
  to: string,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    await checkFolder(change, from);
    await checkFolder(change, to);
    await checkMessages(change, messageIds);
    const moved = await moveMessages(change, { messageIds, from, to });
    if (moved.length === 0 && isProtected(change, to)) await checkMoveTarget(change, to);
  });
}

/** Removes for good what the threads have in Trash. */
export async function deleteFromTrash(
  deps: ChangeDeps,
  mailboxId: number,
  threadIds: string[],
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const threads = await resolveThreads(change.tx, mailboxId, threadIds);
    await removeMessages(change, await messagesIn(change, threads, change.folders.Trash));
  });
}

async function checkMessages(change: MailboxChange, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const { rows } = wanted.every(isId)
    ? await sql<{ count: number }>`
        select count(*)::integer as count from messages
        where mailbox_id = ${change.mailboxId} and id = any(${wanted}::uuid[])`.execute(change.tx)
    : { rows: [] };
  if (rows[0]?.count !== wanted.length) throw new Failure('message_not_found', 'There is no such message');
}
