import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { writeFiles } from '../../mail/messages/draft-rows.store.ts';
import { removeMessages } from '../../mail/messages/move-messages.ts';
import { findEditable } from './save-draft.ts';

/** Removes a draft for good. Its files are loose from now on, so that a new draft can name them again. */
export async function deleteDraft(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    await findEditable(change, id);
    await writeFiles(change.tx, mailboxId, id, [], change.now);
    await removeMessages(change, [id]);
  });
}
