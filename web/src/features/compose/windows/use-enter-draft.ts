import type { Thread } from '@bocau/contract/threads.ts';
import { useWithCompose } from '../../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { enteredDraft } from './entered-draft.ts';

/**
 * Goes on with the draft of a row of Drafts: one that stands alone in a window, one that answers something in its
 * thread, which `read` opens.
 */
export function useEnterDraft(): (thread: Thread, read: () => void) => void {
  const mail = useMailModel();
  const withCompose = useWithCompose();
  return (thread, read) => {
    const [draftId] = thread.draft_ids;
    // Why one could not be sent is said where it is read.
    if (draftId === undefined || thread.status === 'sending_failed') return read();
    const alone = thread.draft_ids.length === thread.message_count;
    if (!alone) {
      enteredDraft.set(draftId);
      read();
    }
    withCompose(async (compose) => {
      const draft = await mail.loadMessage(draftId).catch(() => null);
      // One that is on its way out can only be looked at.
      if (draft?.is_draft && draft.state !== 'sending') compose.openDraft(draft, alone ? 'window' : 'thread');
      else if (alone) read();
    });
  };
}
