import { readLabel } from '../../mail/labels/labels.store.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { takeKeyword } from '../../mail/messages/keyword-labels.store.ts';
import { labelMessages } from '../../mail/messages/label-messages.ts';
import { defineTask, handle, type JobRun, type TaskHandler } from '../../platform/jobs/task.ts';

/** Messages that had the keyword of a new label before it was one get the label in its place. */
export const adoptKeywordTask = defineTask<{ mailboxId: number; labelId: string }>('adopt_keyword', {
  maxAttempts: 10,
  priority: 10,
  lane: 'slow',
});

const MESSAGES_A_STEP = 500;

async function adoptKeyword(
  deps: ChangeDeps,
  { mailboxId, labelId }: { mailboxId: number; labelId: string },
  { signal }: JobRun,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const taken = await changeMailbox(deps, mailboxId, async (change) => {
      const label = await readLabel(change.tx, mailboxId, labelId);
      if (!label) return 0;
      const messageIds = await takeKeyword(change.tx, mailboxId, label.keyword, MESSAGES_A_STEP);
      await labelMessages(change, { messageIds, outside: [] }, { add: [labelId], remove: [] });
      return messageIds.length;
    });
    if (taken < MESSAGES_A_STEP) return;
  }
}

export function labelHandlers(deps: ChangeDeps): TaskHandler[] {
  return [handle(adoptKeywordTask, (payload, run) => adoptKeyword(deps, payload, run))];
}
