import { markLabelDeleted, readLabel } from '../../mail/labels/labels.store.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { bumpRulesVersion } from '../../mail/mailbox/mailbox.store.ts';
import { labelNotFound } from '../../mail/messages/label-messages.ts';
import { isCarried } from '../../mail/messages/message-labels.store.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { insertBulkJob, type ThreadJob, updateBulkJob } from './bulk.store.ts';
import { bulkTask } from './bulk-tasks.ts';
import { runChunk } from './run-bulk.ts';

/** So many messages lose the label within the call. */
const FEW_MESSAGES = 200;

/** Deletes a label: it is gone from the lists at once, and from its messages by a job; returns the job's id. */
export async function deleteLabel(deps: ChangeDeps, mailboxId: number, labelId: string): Promise<string> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    const label = await readLabel(tx, mailboxId, labelId);
    if (!label) throw labelNotFound();
    await forgetLabel(change, label.id);
    const job: ThreadJob = {
      ...{ id: newId(deps.clock), action: 'delete_label', label_id: label.id },
      ...{ folder_id: null, to_folder_id: null, conditions: {}, for_good: false, single: true },
      ...{ state: 'running', total: label.total_messages, done: 0, reached: null, created_at: change.now },
      ...{ block_senders: false, rules_made: [], rules_removed: [], senders_not_blocked: 0 },
      ...{ filter: null, changed: 0, freed_bytes: 0, learned: [] },
    };
    await insertBulkJob(tx, mailboxId, job);
    const begun = label.total_messages <= FEW_MESSAGES ? await runChunk(deps.clock, change, job) : job;
    if (begun !== job) await updateBulkJob(tx, mailboxId, begun);
    if (begun.state === 'running')
      await addJob(tx, bulkTask, { mailboxId, id: job.id }, { shares: [`from ${mailboxId}`] });
    return job.id;
  });
}

/** LB-22: under the lock of the mailbox, so that no message gets it meanwhile. */
export async function removeEmptyLabel(
  deps: ChangeDeps,
  mailboxId: number,
  labelId: string,
): Promise<boolean> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const label = await readLabel(change.tx, mailboxId, labelId);
    if (!label) throw labelNotFound();
    if (await isCarried(change.tx, mailboxId, label.id)) return false;
    await forgetLabel(change, label.id);
    return true;
  });
}

async function forgetLabel(change: MailboxChange, id: string): Promise<void> {
  await markLabelDeleted(change.tx, change.mailboxId, id, change.now);
  await bumpRulesVersion(change.tx, change.mailboxId);
  change.journal('label', id);
}
