import type { SetAside } from '@bocau/contract/sending.ts';
import { makeSnoozed } from '../../mail/folders/make-snoozed.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { checkFolders, moveMessages } from '../../mail/messages/move-messages.ts';
import { writeSetAside } from '../../mail/outbox/set-aside.store.ts';
import { refuseOwnFolder, snoozeFrom } from '../later/snooze-threads.ts';

/** What is needed before: whatever knows of a snoozed message knows of the folder too. */
export async function prepareSetAside(
  deps: ChangeDeps,
  mailboxId: number,
  aside: SetAside | undefined,
): Promise<void> {
  if (aside?.to !== 'later') return;
  await changeMailbox(deps, mailboxId, async (change) => {
    if (change.folders.Snoozed === undefined) await makeSnoozed(deps.clock, change);
  });
}

/** Archives or snoozes what the answered conversation has in a folder, by the change that accepts the answer. */
export async function setAside(
  change: MailboxChange,
  { outboxId, threadId }: { outboxId: string; threadId: string },
  aside: SetAside,
): Promise<void> {
  const { tx, mailboxId, folders } = change;
  const { folder_id: from } = aside;
  await checkFolders(tx, mailboxId, [from]);
  refuseOwnFolder(change, from);
  const some = { threadIds: [threadId] };
  const moves =
    aside.to === 'archive'
      ? await moveMessages(change, { ...some, from, to: folders.Archive })
      : await snoozeFrom(change, some, { from, until: aside.until, onReply: aside.until === null });
  await writeSetAside(
    tx,
    { mailboxId, outboxId },
    moves.map(({ message_id, from_folder_id }) => ({ message_id, from_folder_id })),
  );
}
