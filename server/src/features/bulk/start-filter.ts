import { roleOf, STARRED } from '@bocau/contract/folder-roles.ts';
import type { FilterRule } from '@bocau/contract/rule-definitions.ts';
import { findFolder } from '../../mail/folders/folders.store.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { isFolder } from '../../mail/messages/move-messages.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { readSavedFilter } from '../rules/stored-filter.ts';
import { insertBulkJob } from './bulk.store.ts';
import { bulkTask } from './bulk-tasks.ts';
import { countMessages } from './filter-steps.store.ts';

/** Applies a filter to a folder, or to all mail; returns the id of the job. */
export async function startFilter(
  deps: ChangeDeps,
  mailboxId: number,
  ruleId: string,
  place: string | undefined,
): Promise<string> {
  const filter = await readSavedFilter(deps.db, mailboxId, ruleId);
  // This takes a while in a large mailbox: mail arrives meanwhile.
  const all = place === undefined ? await countMessages(deps.db, mailboxId) : 0;
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    const folder = place === undefined ? null : await findFolder(tx, mailboxId, place);
    if (folder === undefined) throw new Failure('folder_not_found', 'Folder not found');
    const role = roleOf(folder?.role);
    if (role?.own || folder?.role === STARRED) {
      throw new Failure('folder_not_allowed', 'Filters are run over mail that came in');
    }
    const id = newId(deps.clock);
    await insertBulkJob(tx, mailboxId, {
      ...{
        id,
        action: 'filter',
        filter: { ...filter, rule_id: ruleId },
        changed: 0,
        freed_bytes: 0,
        learned: [],
      },
      folder_id: folder?.id ?? null,
      conditions: folder ? { in: folder.path } : {},
      ...{ to_folder_id: await targetOf(change, filter), label_id: null },
      ...{ for_good: false, state: 'running', done: 0, reached: null, created_at: change.now },
      total: folder ? folder.total_threads : all,
      ...{ block_senders: false, rules_made: [], rules_removed: [], senders_not_blocked: 0 },
      single: false,
    });
    await addJob(tx, bulkTask, { mailboxId, id }, { shares: [`from ${mailboxId}`] });
    return id;
  });
}

/** Where new mail would be discarded, stored mail is moved to Trash, from which it can be restored. */
async function targetOf(change: MailboxChange, { actions }: FilterRule): Promise<string | null> {
  const enabled = actions.filter(({ enable }) => enable);
  if (enabled.some(({ type }) => type === 'discard')) return change.folders.Trash;
  const folder = enabled.find(({ type }) => type === 'fileinto')?.value;
  return folder !== undefined && (await isFolder(change, folder)) ? folder : null;
}
