import type { SetAside } from '@bocau/contract/sending.ts';
import { makeSnoozed } from '../../mail/folders/make-snoozed.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { moveMessages } from '../../mail/messages/move-messages.ts';
import { isPutAside, snoozeFrom } from '../../mail/messages/snooze-from.ts';
import { type AsideMove, writeSetAside } from '../../mail/outbox/set-aside.store.ts';
import { readAnswered } from './sending.store.ts';

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

type Answer = { outboxId: string; messageId: string };

/**
 * Archives or snoozes the answered conversation by the change that accepts the answer: what it has in the folder of the
 * answered message, and in the inbox.
 */
export async function setAside(
  change: MailboxChange,
  { outboxId, messageId }: Answer,
  aside: SetAside,
): Promise<void> {
  const { tx, mailboxId, folders } = change;
  const answered = await readAnswered(tx, mailboxId, messageId);
  if (!answered) return;
  const places = [answered.folder_id, folders.INBOX].filter((folder) => isPutAside(change, folder));
  const some = { threadIds: [answered.thread_id] };
  const moves: AsideMove[] = [];
  for (const from of new Set(places)) {
    const moved =
      aside.to === 'archive'
        ? await moveMessages(change, { ...some, from, to: folders.Archive })
        : await snoozeFrom(change, some, { from, until: aside.until, onReply: aside.until === null });
    moves.push(...moved.map(({ message_id, from_folder_id }) => ({ message_id, from_folder_id })));
  }
  await writeSetAside(tx, { mailboxId, outboxId }, moves);
}
