import { sql } from 'kysely';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { checkFolder } from '../mailbox/move-messages.ts';
import { resolveThreads } from '../mailbox/resolve-threads.ts';

type Mark = { ids: string[]; folderId: string | null; unread: boolean };

/** Marks what the threads have in one folder; without a folder, in all. */
export async function markThreads(deps: ChangeDeps, mailboxId: number, mark: Mark): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    if (mark.folderId !== null) await checkFolder(change, mark.folderId);
    const threads = await resolveThreads(change.tx, mailboxId, mark.ids);
    await setUnread(change, threads, mark.folderId, mark.unread);
  });
}

/** Read reaches every message; unread only the latest one of each thread, which makes the thread unread. */
export async function setUnread(
  change: MailboxChange,
  threads: string[],
  folderId: string | null,
  unread: boolean,
): Promise<void> {
  const inFolder =
    folderId === null || folderId === change.folders.Starred ? sql`` : sql`and folder_id = ${folderId}`;
  const { rows } = await sql<{ thread_id: string }>`
    update messages set unread = ${unread}
    where mailbox_id = ${change.mailboxId} and unread <> ${unread} and id in (
      select ${unread ? sql`distinct on (thread_id)` : sql``} id from messages
      where mailbox_id = ${change.mailboxId} and thread_id = any(${threads}::uuid[]) ${inFolder}
      ${unread ? sql`order by thread_id, received_at desc, id desc` : sql``})
    returning thread_id`.execute(change.tx);
  change.touchThreads(rows.map((row) => row.thread_id));
}
