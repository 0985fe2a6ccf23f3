import type { startBulk } from '@bocau/contract/bulk.ts';
import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { findMeaning } from './find-meaning.ts';
import type { Position } from './matches.store.ts';
import { readMeaning, writeMeaning } from './meaning.ts';
import { planSearch } from './plan-search.ts';
import { readQuery } from './read-query.ts';
import { walkMatches } from './walk-matches.ts';

export type BulkWhere = BodyOf<typeof startBulk>['where'];
export type MatchingThreads = {
  hits: { threadId: string; folderId: string; messageId: string }[];
  next: string | null;
};

const STEPS_PER_HIT = 3;

/**
 * All threads of a search in chunks, newest first, as pairs of thread and folder: each folder of a thread
 * that has a match appears once, whatever happens to earlier pairs. Messages that arrive after the first
 * chunk are excluded. `after` is the `next` of the previous chunk; only a `next` of null is the end. `in` is
 * ignored.
 */
export async function matchingThreads(
  db: ReadDb,
  mailboxId: number,
  where: BulkWhere,
  after: string | null,
  limit: number,
  /** Returns each matching message separately. */
  single = false,
): Promise<MatchingThreads> {
  const criteria = readQuery(where);
  const place = after === null ? null : readPlace(after);
  // Determined once: acting on the first matches must not widen the search.
  const meaning =
    readMeaning(place?.meaning ?? where.words ?? '', criteria) ??
    (await findMeaning(db, mailboxId, criteria));
  const plan = await planSearch(db, mailboxId, criteria, { meaning, single });
  if (plan === null) return { hits: [], next: null };
  const start = {
    after: place?.after ?? null,
    top: place?.top ?? null,
    unit: single ? ('message' as const) : ('thread and folder' as const),
    firstStep: limit * STEPS_PER_HIT,
  };
  const walked = await walkMatches(db, plan, start, ({ matches }) => matches.length > limit);
  const hits = walked.matches.slice(0, limit);
  const last = hits.at(-1);
  const top = place?.top ?? hits[0]?.at ?? 0;
  const isEnd = last === undefined || walked.matches.length <= limit;
  return {
    hits: hits.map(({ threadId, folderId, id }) => ({ threadId, folderId, messageId: id })),
    next: isEnd ? null : encodeCursor([last.at, last.id, top, writeMeaning(meaning)]),
  };
}

function readPlace(after: string): { after: Position; top: number; meaning: string } {
  const [at, id, top, meaning] = decodeCursor(after, 4) ?? [];
  const isOurs = typeof at === 'number' && typeof id === 'string' && isId(id) && typeof top === 'number';
  if (!isOurs || typeof meaning !== 'string') {
    throw new Failure('invalid_cursor', 'The cursor is no longer valid; start again from the first page');
  }
  return { after: { at, id }, top, meaning };
}
