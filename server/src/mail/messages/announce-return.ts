import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { enqueuePushes } from '../push/push-jobs.store.ts';
import type { Returned } from './snoozed.store.ts';

/** Pages and browsers hear of what came back as of new mail. */
export async function announceReturn(
  change: MailboxChange,
  news: Pick<Returned, 'message_id' | 'folder_id'>[],
): Promise<void> {
  for (const { message_id } of news) change.journal('new_mail', message_id);
  if (news.length === 0) return;
  const { INBOX } = change.folders;
  const told = news.map(({ message_id: id, folder_id }) => ({
    id,
    folder: folder_id === INBOX ? 'INBOX' : folder_id,
  }));
  await enqueuePushes(change, told);
}
