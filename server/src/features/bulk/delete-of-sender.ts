import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { countMessagesOfSender } from '../../mail/messages/messages-of-sender.store.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { OfSender } from '../../tables.ts';
import { insertBulkJob } from './bulk.store.ts';
import { bulkTask } from './bulk-tasks.ts';

/** Moves what an address has sent to Trash by a job, message by message: answers in its conversations stay. */
export async function deleteOfSender(deps: ChangeDeps, mailboxId: number, given: OfSender): Promise<string> {
  const of = { ...given, email: given.email.toLowerCase() };
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    const total = await countMessagesOfSender(tx, mailboxId, of);
    if (total === 0) throw new Failure('message_not_found', 'Nothing of this sender is here');
    const id = newId(deps.clock);
    await insertBulkJob(tx, mailboxId, {
      ...{ id, action: 'delete_sender', label_id: null, conditions: { of_sender: of } },
      ...{ folder_id: null, to_folder_id: null, for_good: false, single: true },
      ...{ state: 'running', total, done: 0, reached: null, created_at: change.now },
      ...{ block_senders: false, rules_made: [], rules_removed: [], senders_not_blocked: 0 },
      ...{ filter: null, changed: 0, freed_bytes: 0, learned: [] },
    });
    await addJob(tx, bulkTask, { mailboxId, id }, { shares: [`from ${mailboxId}`] });
    return id;
  });
}
