import type { BulkAction, BulkWhere } from '@bocau/contract/bulk.ts';
import { roleOf } from '@bocau/contract/folder-roles.ts';
import { findFolder } from '../../mail/folders/folders.store.ts';
import { countsOf } from '../../mail/folders/folders.view.ts';
import { findLabel } from '../../mail/labels/labels.store.ts';
import { restoreLabel } from '../../mail/labels/restore-label.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { checkLabels, labelNotFound } from '../../mail/messages/label-messages.ts';
import { checkMoveTarget } from '../../mail/messages/move-messages.ts';
import { readListsMessages } from '../../mail/settings/settings.store.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { type BulkRow, insertBulkJob, readBulkJob, updateBulkJob } from './bulk.store.ts';
import { canUndo } from './bulk.view.ts';
import { bulkTask, undoBulkTask } from './bulk-tasks.ts';
import { countMatches, isOnlyLabel, isSearch } from './choose-from-search.ts';

export type BulkOrder = {
  where: BulkWhere;
  action: BulkAction;
  to_folder_id?: string | undefined;
  label_id?: string | undefined;
  block_senders?: boolean | undefined;
};

/** Stores the job and enqueues it; returns its id. */
export async function startBulk(deps: ChangeDeps, mailboxId: number, order: BulkOrder): Promise<string> {
  checkWhere(order.where);
  return changeMailbox(deps, mailboxId, async (change) => {
    const id = newId(deps.clock);
    const target = await findTarget(change, order);
    const label = await findLabelOf(change, order);
    const list = await findThreads(change, order);
    await insertBulkJob(change.tx, mailboxId, {
      id,
      action: order.action,
      folder_id: list.folderId,
      conditions: order.where,
      to_folder_id: target,
      label_id: label,
      for_good: list.forGood,
      state: 'running',
      total: list.total,
      done: 0,
      reached: null,
      created_at: change.now,
      single: list.single,
      block_senders: order.action === 'spam' && order.block_senders === true,
      rules_made: [],
      rules_removed: [],
      senders_not_blocked: 0,
      ...{ filter: null, changed: 0, freed_bytes: 0, learned: [] },
    });
    await addJob(change.tx, bulkTask, { mailboxId, id }, { shares: [`from ${mailboxId}`] });
    return id;
  });
}

/** Stops the job after the current chunk; idempotent, and without effect when too late. */
export async function cancelBulk(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const job = await present(change.tx, mailboxId, id);
    if (job.state !== 'running') return;
    await updateBulkJob(change.tx, mailboxId, { ...job, state: 'cancelled' });
    await keepLabel(change, job);
  });
}

/** Undoes the changes of another job; the rest of that one is cancelled. */
export async function undoBulk(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const job = await present(tx, mailboxId, id);
    if (job.state === 'undone') return;
    if (job.state === 'undoing') throw new Failure('operation_in_progress', 'This is already being undone');
    if (!canUndo(job, now)) throw new Failure('not_undoable', 'This can no longer be undone');
    await updateBulkJob(tx, mailboxId, {
      ...job,
      state: 'undoing',
      total: job.action === 'filter' ? job.changed : job.done,
      done: 0,
    });
    await keepLabel(change, job);
    await addJob(tx, undoBulkTask, { mailboxId, id }, { shares: [`from ${mailboxId}`] });
  });
}

/** The label that a job was to delete is one again. */
export async function keepLabel(
  change: MailboxChange,
  { action, label_id }: Pick<BulkRow, 'action' | 'label_id'>,
): Promise<void> {
  if (action === 'delete_label' && label_id !== null) await restoreLabel(change, label_id);
}

async function findLabelOf(change: MailboxChange, { action, label_id }: BulkOrder): Promise<string | null> {
  const isOnLabel = action === 'label' || action === 'unlabel';
  if (!isOnLabel && label_id === undefined) return null;
  if (label_id === undefined) {
    throw invalidInput('label_id is required', { field: 'label_id', problem: 'is missing', rule: 'missing' });
  }
  await checkLabels(change, [label_id]);
  return isOnLabel ? label_id : null;
}

async function findTarget(
  change: MailboxChange,
  { action, to_folder_id }: BulkOrder,
): Promise<string | null> {
  if (action !== 'move') return null;
  if (to_folder_id === undefined) throw new Failure('invalid_input', 'to_folder_id is required for a move');
  await checkMoveTarget(change, to_folder_id);
  return to_folder_id;
}

type List = { folderId: string | null; forGood: boolean; total: number; single: boolean };

async function findThreads(change: MailboxChange, { where, action }: BulkOrder): Promise<List> {
  const { tx, mailboxId, folders } = change;
  const name = where.folder ?? where.in;
  const folder = name === undefined ? undefined : await findFolder(tx, mailboxId, name);
  if (name !== undefined && !folder) throw new Failure('folder_not_found', 'Folder not found');
  if (action === 'restore' && folder && folder.id !== folders.Trash) {
    throw new Failure('folder_not_allowed', 'Messages can only be restored from Trash');
  }
  if (action === 'not_spam' && folder?.id !== folders.Junk) {
    throw new Failure('folder_not_allowed', 'Only what is in Junk can be said to be no junk');
  }
  const forGood = action === 'delete' && roleOf(folder?.role)?.discarded === true;
  const single = await readListsMessages(tx, mailboxId);
  if (isOnlyLabel(where)) {
    const label = await findLabel(tx, mailboxId, where.label);
    if (!label) throw labelNotFound();
    return { folderId: label.id, forGood, single, total: countsOf(label, single).total_threads };
  }
  if (folder && !isSearch(where))
    return { folderId: folder.id, forGood, single, total: countsOf(folder, single).total_threads };
  return { folderId: null, forGood, single, total: await countMatches(tx, mailboxId, where, single) };
}

/** Refuses criteria that could match more threads than the list showed. */
function checkWhere(where: BulkWhere): void {
  if (where.in !== undefined && where.folder !== undefined) {
    throw new Failure('invalid_input', 'Pass either in or folder, not both');
  }
  if (where.in === undefined && !isSearch(where))
    throw new Failure('invalid_input', 'Specify which threads to act on');
}

async function present(tx: MailboxChange['tx'], mailboxId: number, id: string): Promise<BulkRow> {
  const job = await readBulkJob(tx, mailboxId, id);
  if (!job) throw jobNotFound();
  return job;
}

export function jobNotFound(): Failure {
  return new Failure('job_not_found', 'Job not found');
}
