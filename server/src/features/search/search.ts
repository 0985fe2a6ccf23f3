import { LIMITS } from '@bocau/contract/limits.ts';
import type { SearchQuery, Thread } from '@bocau/contract/threads.ts';
import { SEARCH_PARAMETERS } from '@bocau/contract/typed-search.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/http/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';
import { planSearch, type SearchPlan } from './plan-search.ts';
import { rankMatches } from './rank-matches.ts';
import { readHits } from './read-hits.ts';
import type { Match, Position } from './read-matches.ts';
import { type Criteria, readQuery } from './read-query.ts';
import { walkMatches } from './walk-matches.ts';

export type SearchPageQuery = SearchQuery & {
  in?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
};

export type SearchAnswer = {
  data: Thread[];
  meta: { total: number; unread: number; total_is_capped: boolean; next_cursor: string | null };
};

type Counts = { total: number; unread: number; isCapped: boolean };

/** A later page: where it begins, and what the first page counted. */
type Place = {
  byRelevance: boolean;
  /** The last match of the page before; sorted by relevance, how many came before. */
  after: Position;
  top: number;
  counts: Counts;
};

const CURSOR_VALUES = 7;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
/** The first page counts: this many messages are looked at in one query. */
const FIRST_STEP = 2500;
/** And when the page is full, no more than these. */
const LOOKED_AT_TO_COUNT = 5000;
/** A later page only has to be filled. */
const LATER_STEP_PER_THREAD = 4;
/** Relevance orders the newest of the threads that match. */
const RANKED_THREADS = 500;

export function isSearch(query: SearchQuery): boolean {
  return SEARCH_PARAMETERS.some((name) => query[name] !== undefined && query[name] !== '');
}

/** A page of the threads that match, each as the list row of the folder that its newest matching message lies in. */
export async function search(db: Db, mailboxId: number, query: SearchPageQuery): Promise<SearchAnswer> {
  const criteria = readQuery(query);
  if (query.in !== undefined) criteria.folders.push({ name: query.in, typed: false });
  const place = query.cursor === undefined ? null : readPlace(query.cursor, criteria.byRelevance);
  const plan = await planSearch(db, mailboxId, criteria);
  if (plan === null)
    return { data: [], meta: { total: 0, unread: 0, total_is_capped: false, next_cursor: null } };
  const page = { limit: query.limit ?? LIMITS.pageSize, offset: query.offset ?? 0 };
  const found = criteria.byRelevance
    ? await readRankedPage(db, plan, criteria, place, page)
    : await readPage(db, plan, place, page);
  const { total, unread, isCapped } = found.counts;
  return {
    data: await readHits(db, mailboxId, found.matches),
    meta: { total, unread, total_is_capped: isCapped, next_cursor: found.next },
  };
}

type Page = { limit: number; offset: number };
type Found = { matches: Match[]; counts: Counts; next: string | null };

async function readPage(db: Db, plan: SearchPlan, place: Place | null, page: Page): Promise<Found> {
  const first = place === null ? page.offset : 0;
  const end = first + page.limit;
  const start = {
    after: place?.after ?? null,
    top: place?.top ?? null,
    unit: 'thread' as const,
    firstStep: place === null ? FIRST_STEP : page.limit * LATER_STEP_PER_THREAD,
  };
  // One more than the page holds tells that there is another page.
  const walked = await walkMatches(db, plan, start, ({ matches, lookedAt }) => {
    if (matches.length <= end) return false;
    return place !== null || matches.length > LIMITS.searchCountCap || lookedAt >= LOOKED_AT_TO_COUNT;
  });
  const counts = place?.counts ?? countMatches(walked.matches, walked.rest === null);
  const matches = walked.matches.slice(first, end);
  const last = matches.at(-1);
  const top = place?.top ?? walked.matches[0]?.at ?? 0;
  const isEnd = last === undefined || walked.matches.length <= end;
  return {
    matches,
    counts,
    next: isEnd ? null : writePlace({ byRelevance: false, after: { at: last.at, id: last.id }, top, counts }),
  };
}

async function readRankedPage(
  db: Db,
  plan: SearchPlan,
  criteria: Criteria,
  place: Place | null,
  page: Page,
): Promise<Found> {
  const start = {
    after: place === null ? null : { at: place.top + 1, id: LOWEST_ID },
    top: place?.top ?? null,
    unit: 'thread' as const,
    firstStep: FIRST_STEP,
  };
  const walked = await walkMatches(db, plan, start, ({ matches }) => matches.length > RANKED_THREADS);
  const newest = walked.matches.slice(0, RANKED_THREADS);
  const isWhole = walked.rest === null && newest.length === walked.matches.length;
  const counts = place?.counts ?? countMatches(newest, isWhole);
  const ranked = await rankMatches(db, plan, criteria, newest);
  const first = place?.after.at ?? page.offset;
  const end = first + page.limit;
  const top = place?.top ?? newest[0]?.at ?? 0;
  return {
    matches: ranked.slice(first, end),
    counts,
    next:
      end < ranked.length
        ? writePlace({ byRelevance: true, after: { at: end, id: LOWEST_ID }, top, counts })
        : null,
  };
}

function countMatches(matches: Match[], isWhole: boolean): Counts {
  const counted = isWhole ? matches : matches.slice(0, LIMITS.searchCountCap);
  return {
    total: counted.length,
    unread: counted.filter((match) => match.unread).length,
    isCapped: !isWhole,
  };
}

function writePlace({ byRelevance, after, top, counts }: Place): string {
  return encodeCursor([byRelevance, after.at, after.id, top, counts.total, counts.unread, counts.isCapped]);
}

function readPlace(cursor: string, byRelevance: boolean): Place {
  const [sorted, at, id, top, total, unread, isCapped] = decodeCursor(cursor, CURSOR_VALUES) ?? [];
  const numbers = [at, top, total, unread];
  const isOurs =
    sorted === byRelevance &&
    numbers.every((value) => Number.isSafeInteger(value) && Number(value) >= 0) &&
    typeof id === 'string' &&
    isId(id) &&
    typeof isCapped === 'boolean';
  if (!isOurs) throw new Failure('invalid_cursor', 'This cursor can not be used; begin with the first page');
  return {
    byRelevance,
    after: { at: Number(at), id },
    top: Number(top),
    counts: { total: Number(total), unread: Number(unread), isCapped },
  };
}
