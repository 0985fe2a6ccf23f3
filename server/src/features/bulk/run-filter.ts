import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import { readLabelIdsAmong } from '../../mail/labels/labels.store.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { labelMessages } from '../../mail/messages/label-messages.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { moveMessages } from '../../mail/messages/move-messages.ts';
import { isId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  actOnInvoices,
  isUnfiltered,
  noteFailures,
  type StoredFilter,
  type StoredMatches,
  storedFilter,
} from '../rules/stored-filter.ts';
import type { BulkRow, FilterJob } from './bulk.store.ts';
import { chooseFromFolder, lastIdAtStart } from './choose-threads.ts';
import { insertFilterSteps } from './filter-steps.store.ts';

/** Bounds how long a chunk locks the mailbox: bodies take longer to read. */
const MESSAGES_A_CHUNK = 1_000;
const BODIES_A_CHUNK = 250;
/** More than the threads of a chunk contain. */
const ALL_OF_THEM = 100_000;

type Chunk = StoredMatches & { done: number };

/** Applies a filter to the next messages of the job; stored mail is not forwarded again. */
export async function runFilter(log: Logger, change: MailboxChange, job: FilterJob): Promise<BulkRow> {
  const filter = storedFilter(job.filter, job.filter.rule_id ?? job.id);
  const chunk = await (job.folder_id === null
    ? fromEverywhere(change, job, filter)
    : fromFolder(change, job, job.folder_id, filter));
  noteFailures(log, change, chunk.failed);
  const changed = job.changed + (await act(change, job, filter, chunk));
  const done = job.done + chunk.done;
  const isEnd = chunk.reached === null;
  return {
    ...job,
    ...{ changed, reached: chunk.reached ?? job.reached, state: isEnd ? 'done' : job.state },
    total: isEnd ? done : Math.max(job.total, done),
    done,
  };
}

/** By message id, descending: mail that arrives meanwhile is above the starting point. */
async function fromEverywhere(change: MailboxChange, job: FilterJob, filter: StoredFilter): Promise<Chunk> {
  const limit = filter.readsBodies ? BODIES_A_CHUNK : MESSAGES_A_CHUNK;
  const notIn = rolesWhere(isUnfiltered).flatMap(
    (role) => change.folders[role as keyof typeof change.folders] ?? [],
  );
  const below = job.reached ?? lastIdAtStart(job);
  const found = await filter.next(change.tx, change.mailboxId, { within: { notIn }, below, limit });
  return { ...found, done: found.walked };
}

async function fromFolder(
  change: MailboxChange,
  job: FilterJob,
  folderId: string,
  filter: StoredFilter,
): Promise<Chunk> {
  const { hits, threads, reached, end } = await chooseFromFolder(change, job, folderId);
  const within = { folderId, threadIds: hits.map(({ threadId }) => threadId) };
  const walk = { within, below: lastIdAtStart(job), limit: ALL_OF_THEM };
  const found = await filter.next(change.tx, change.mailboxId, walk);
  return { ...found, reached: end ? null : reached, done: threads };
}

/** Returns how many messages changed. */
async function act(
  change: MailboxChange,
  job: FilterJob,
  filter: StoredFilter,
  { ids: matches, invoices }: StoredMatches,
): Promise<number> {
  if (matches.length === 0) return 0;
  const { seen, starred, labels: wanted } = filter;
  const isActedOn = await actOnInvoices(change, filter, invoices);
  const { tx, mailboxId } = change;
  const to = job.to_folder_id;
  // One may have been deleted since the job began.
  const labels = await readLabelIdsAmong(tx, mailboxId, wanted.filter(isId));
  const messageIds = await insertFilterSteps(tx, mailboxId, job.id, matches, { to, seen, starred, labels });
  const acted = isActedOn ? matches.length : messageIds.length;
  if (messageIds.length === 0) return acted;
  if (to !== null) await moveMessages(change, { messageIds, from: null, to });
  if (seen) await markMessages(change, messageIds, 'unread', false);
  if (starred) await markMessages(change, messageIds, 'starred', true);
  if (labels.length > 0)
    await labelMessages(change, { messageIds, outside: [] }, { add: labels, remove: [] });
  return acted;
}
