import type { Thread } from '@bocau/contract/threads.ts';
import { useWithCompose } from '../../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { enteredDraft } from './entered-draft.ts';

/**
 * Opens the draft of a row of Drafts: a draft on its own in a window, one that answers a message in its
 * thread, which `read` opens.
 */
export function useEnterDraft(): (thread: Thread, read: () => void) => void {
  const mail = useMailModel();
  const withCompose = useWithCompose();
  return (thread, read) => {
    const [draftId] = thread.draft_ids;
    // The reason why a message could not be sent is shown in its thread.
    if (draftId === undefined || thread.status === 'sending_failed') return read();
    const alone = thread.draft_ids.length === thread.message_count;
    if (!alone) {
      enteredDraft.set(draftId);
      read();
    }
    withCompose(async (compose) => {
      const draft = await mail.loadMessage(draftId).catch(() => null);
      // A draft that is being sent can only be viewed.
      if (draft?.is_draft && draft.state !== 'sending') compose.openDraft(draft, alone ? 'window' : 'thread');
      else if (alone) read();
    });
  };
}
