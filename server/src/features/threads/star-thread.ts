import type { Thread } from '@bocau/contract/threads.ts';
import { sql } from 'kysely';
import { Failure } from '../../platform/http/failure.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { resolveThreads } from '../mailbox/resolve-threads.ts';
import { readThreadRow } from './read-thread-rows.ts';
import { threadView } from './threads.view.ts';

export async function starThread(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  starred: boolean,
): Promise<Thread> {
  const thread = await changeMailbox(deps, mailboxId, async (change) => {
    const threads = await resolveThreads(change.tx, mailboxId, [id]);
    await setStarred(change, threads, starred);
    return threads[0] as string;
  });
  const row = await readThreadRow(deps.db, mailboxId, thread, null);
  if (!row) throw new Failure('thread_not_found', 'There is no such conversation');
  return threadView(row);
}

/** A thread is starred by its latest message outside of Trash and Junk; taking the star away takes it from all. */
async function setStarred(change: MailboxChange, threads: string[], starred: boolean): Promise<void> {
  const { Trash, Junk } = change.folders;
  const { rows } = await sql<{ thread_id: string }>`
    update messages set starred = ${starred}
    where mailbox_id = ${change.mailboxId} and id in (
      select ${starred ? sql`distinct on (thread_id)` : sql``} id from messages
      where mailbox_id = ${change.mailboxId} and thread_id = any(${threads}::uuid[])
        ${
          starred
            ? sql`order by thread_id, (folder_id in (${Trash}, ${Junk})), received_at desc, id desc`
            : sql`and starred`
        })
    returning thread_id`.execute(change.tx);
  change.touchThreads(rows.map((row) => row.thread_id));
}
