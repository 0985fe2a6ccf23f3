import type { BulkWhere } from '@bocau/contract/bulk.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { type MatchingThreads, matchingThreads } from '../search/matching-threads.ts';
import type { BulkRow } from './bulk.store.ts';
import { type Chunk, lastIdAtStart } from './choose-threads.ts';

const HITS_A_CHUNK = 200;

/** The criteria contain more than a folder. */
export function isSearch({ in: _, ...criteria }: BulkWhere): boolean {
  return Object.values(criteria).some((value) => value !== undefined && value !== '');
}

/** The list of a label, and nothing looked for in it. */
export function isOnlyLabel(where: BulkWhere): where is BulkWhere & { label: string } {
  const { label, ...others } = where;
  return !!label && others.in === undefined && !isSearch(others);
}

/** Counted up to the limit that a search's list has. */
export async function countMatches(
  db: ReadDb,
  mailboxId: number,
  where: BulkWhere,
  single: boolean,
): Promise<number> {
  const most = LIMITS.searchCountCap;
  const { hits } = await matchingThreads(db, mailboxId, asSearch(where), null, most, single);
  return new Set(hits.map((hit) => (single ? hit.messageId : hit.threadId))).size;
}

/**
 * The next threads of a search, each handled in the folder of its match; a star applies to the whole thread.
 */
export async function chooseFromSearch(change: MailboxChange, job: BulkRow): Promise<Chunk> {
  const { hits: found, next } = await nextMatches(change, job);
  // A thread that began after the job.
  const last = lastIdAtStart(job);
  if (job.single) {
    const hits = found.filter((hit) => hit.messageId < last);
    return { hits, threads: hits.length, reached: next, end: next === null };
  }
  const hits = found.flatMap(({ threadId, folderId }) =>
    threadId < last ? { threadId, folderId, messageId: null } : [],
  );
  const ofThread = job.action === 'star' || job.action === 'unstar';
  const threads = [...new Set(hits.map((hit) => hit.threadId))];
  return {
    hits: ofThread ? threads.map((threadId) => ({ threadId, folderId: null, messageId: null })) : hits,
    threads: threads.length,
    reached: next,
    end: next === null,
  };
}

async function nextMatches({ tx, mailboxId }: MailboxChange, job: BulkRow): Promise<MatchingThreads> {
  try {
    const { conditions, reached, single } = job;
    return await matchingThreads(tx, mailboxId, asSearch(conditions), reached, HITS_A_CHUNK, single);
  } catch (error) {
    // The folder was deleted while the job ran: nothing is left to do.
    if (error instanceof Failure && error.code === 'folder_not_found') return { hits: [], next: null };
    throw error;
  }
}

function asSearch({ in: list, ...criteria }: BulkWhere): BulkWhere {
  return list === undefined ? criteria : { ...criteria, folder: list };
}
