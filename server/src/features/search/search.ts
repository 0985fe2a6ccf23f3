import { LIMITS } from '@bocau/contract/limits.ts';
import type { SearchQuery } from '@bocau/contract/search-query.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { SEARCH_PARAMETER_NAMES } from '@bocau/contract/typed-search.ts';
import { hasRun } from '../../mail/search-index/word-patterns.ts';
import { readListsMessages } from '../../mail/settings/settings.store.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { type Counts, countMatches, countOn, unitOf } from './count-matches.ts';
import { filterList } from './filter-list.ts';
import { findMeaning, findWiderMeaning, wholeMeaning } from './find-meaning.ts';
import type { Match, Position } from './matches.store.ts';
import { type Meaning, readMeaning, writeMeaning } from './meaning.ts';
import { planSearch, type SearchPlan } from './plan-search.ts';
import { rankMatches } from './rank-matches.ts';
import { type Criteria, readQuery } from './read-query.ts';
import { showHits } from './show-hits.ts';
import { type ListOrder, readOrder, sortMatches } from './sort-list.ts';
import { type Walked, walkMatches } from './walk-matches.ts';

export type SearchPageQuery = SearchQuery & {
  in?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
  count_only?: boolean | undefined;
};

export type SearchAnswer = {
  data: Thread[];
  meta: {
    total: number;
    unread: number;
    total_is_capped: boolean;
    next_cursor: string | null;
    sort_pending?: true;
    words?: string;
    apart?: { total: number; is_capped: boolean };
  };
};

/** The cursor of a later page: its start, and the count of the first page. */
type Place = {
  byRelevance: boolean;
  /** The last match of the previous page; when sorted by relevance, the number of preceding ones. */
  after: Position;
  top: number;
  counts: Counts;
  meaning: string;
};

const NOTHING: Counts = { total: 0, unread: 0, isCapped: false };
const CURSOR_VALUES = 8;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
/**
 * The first page counts: it examines `first` messages in one query, and at most `toCount` once the page is
 * full.
 */
type Steps = { first: number; later: number; toCount: number };
const STEPS = { first: 2500, toCount: 5000 };
/** Whether words are adjacent is known only from the positions of each, which takes ten times as long. */
const TOGETHER_TO_COUNT = 400;
/** So the first step takes slightly more than fills the page, as conversations may have several messages. */
const STEP_BEYOND_PAGE = 10;
/**
 * And counting continues only if that was found within this time: otherwise it would read a large part of the
 * mailbox.
 */
const DENSE_SECONDS = 45 * 86_400;
/** The number of matches with non-adjacent words is only informative, and hits do not wait for it. */
const STEP_APART = 1000;
/** A later page only has to be filled. */
const LATER_STEP_PER_THREAD = 4;
/** Relevance sorts the newest of the matching threads. */
const RANKED_THREADS = 500;

export function isSearch(query: SearchQuery): boolean {
  return SEARCH_PARAMETER_NAMES.some((name) => query[name] !== undefined && query[name] !== '');
}

/** The list of a label, or what is unread of it, and nothing looked for in it. */
export function isListOfLabel(
  query: SearchQuery & { in?: string | undefined },
): query is SearchQuery & { label: string } {
  const { label, is_read, ...others } = query;
  const isList = query.in === undefined && is_read !== true && query.sort !== 'defaultSort';
  return !!label && isList && !isSearch(others);
}

/**
 * A page of the matching threads, each as the list row of the folder that contains its newest matching
 * message.
 */
export async function search(db: ReadDb, mailboxId: number, query: SearchPageQuery): Promise<SearchAnswer> {
  const criteria = readQuery(query);
  if (query.in !== undefined) criteria.folders.push({ name: query.in, typed: false });
  const { order: asked, pending } = await readOrder(db, mailboxId, query);
  const ordered = pending ? { sort_pending: true as const } : {};
  const single = await readListsMessages(db, mailboxId);
  const list = single ? null : await filterList(db, mailboxId, criteria, query, asked);
  if (list) return { data: list.data, meta: { ...list.meta, ...ordered } };
  // Single messages have no other order.
  const order = single ? null : asked;
  const place =
    query.cursor === undefined ? null : readPlace(query.cursor, criteria.byRelevance || order !== null);
  const page = { limit: query.limit ?? LIMITS.pageSize, offset: query.offset ?? 0 };
  const given = readMeaning(place?.meaning ?? query.words ?? '', criteria);
  const whole = wholeMeaning(criteria);
  const meant = given ?? (criteria.choices.length > 0 ? await findMeaning(db, mailboxId, criteria) : whole);
  if (query.count_only) return countFound(db, mailboxId, criteria, { meaning: meant, single });
  const isFirst = place === null && page.offset === 0;
  const apart =
    isFirst && whole.length > 0 && given !== 'apart' ? walkApart(db, mailboxId, criteria, single) : null;
  // If it fails, so does the search, which reports the first awaited error.
  apart?.catch(() => {});
  const read = (meaning: Meaning) =>
    readFound(db, mailboxId, { criteria, order, single }, meaning, place, page);
  let meaning = meant;
  let found = await read(meaning);
  if (given === null && found?.walked.matches.length === 0 && criteria.choices.length === 0) {
    meaning = await findWiderMeaning(db, mailboxId, criteria);
    found = await read(meaning);
  }
  if (found === null)
    return { data: [], meta: { total: 0, unread: 0, total_is_capped: false, next_cursor: null } };
  const { total, unread, isCapped } = found.counts;
  const others = meaning === 'apart' ? null : await apart;
  return {
    data: await showHits(db, found.plan, criteria, found.matches),
    meta: {
      total,
      unread,
      total_is_capped: isCapped,
      next_cursor: found.next,
      ...ordered,
      ...(whole.length > 0 ? { words: writeMeaning(meaning) } : {}),
      ...(others ? { apart: countApart(others, found.walked, single) } : {}),
    },
  };
}

async function countFound(
  db: ReadDb,
  mailboxId: number,
  criteria: Criteria,
  options: { meaning: Meaning; single: boolean },
): Promise<SearchAnswer> {
  const plan = await planSearch(db, mailboxId, criteria, options);
  const { total, unread, isCapped } = plan ? await countOn(db, plan) : NOTHING;
  return { data: [], meta: { total, unread, total_is_capped: isCapped, next_cursor: null } };
}

async function readFound(
  db: ReadDb,
  mailboxId: number,
  { criteria, order, single }: { criteria: Criteria; order: ListOrder | null; single: boolean },
  meaning: Meaning,
  place: Place | null,
  page: Page,
): Promise<Found | null> {
  const plan = await planSearch(db, mailboxId, criteria, { meaning, single });
  if (plan === null) return null;
  const written = writeMeaning(meaning);
  if (order) {
    const sort = (newest: Match[]) => sortMatches(db, mailboxId, newest, order);
    return readRankedPage(db, plan, sort, place, page, written);
  }
  return criteria.byRelevance
    ? readRankedPage(db, plan, (newest) => rankMatches(db, plan, newest), place, page, written)
    : readPage(db, plan, place, page, written);
}

async function walkApart(
  db: ReadDb,
  mailboxId: number,
  criteria: Criteria,
  single: boolean,
): Promise<Walked | null> {
  const plan = await planSearch(db, mailboxId, criteria, { meaning: 'apart', single });
  if (plan === null) return null;
  const start = { after: null, top: null, unit: unitOf(plan), firstStep: STEP_APART };
  return walkMatches(db, plan, start, () => true);
}

/** The threads that have the words, but not adjacent: counted only as far as the search has come. */
function countApart(apart: Walked, together: Walked, single: boolean): { total: number; is_capped: boolean } {
  const rowOf = ({ threadId, id }: Match) => (single ? id : threadId);
  const known = new Set(together.matches.map(rowOf));
  const { rest } = together;
  const others = apart.matches.filter(
    (match) => !known.has(rowOf(match)) && (rest === null || match.at > rest.at),
  );
  const isWhole = rest === null && apart.rest === null && others.length <= LIMITS.searchCountCap;
  return { total: Math.min(others.length, LIMITS.searchCountCap), is_capped: !isWhole };
}

type Page = { limit: number; offset: number };
type Found = { plan: SearchPlan; matches: Match[]; counts: Counts; next: string | null; walked: Walked };

async function readPage(
  db: ReadDb,
  plan: SearchPlan,
  place: Place | null,
  page: Page,
  meaning: string,
): Promise<Found> {
  const first = place === null ? page.offset : 0;
  const end = first + page.limit;
  const steps = stepsOf(plan, page);
  const start = {
    after: place?.after ?? null,
    top: place?.top ?? null,
    unit: unitOf(plan),
    firstStep: place === null ? steps.first : steps.later,
  };
  // One more than the page holds shows that there is another page.
  const walked = await walkMatches(db, plan, start, ({ matches, lookedAt }) => {
    if (matches.length <= end) return false;
    return (
      place !== null ||
      matches.length > LIMITS.searchCountCap ||
      lookedAt >= steps.toCount ||
      isSparse(plan, matches)
    );
  });
  const counts = place?.counts ?? countMatches(walked.matches, walked.rest === null);
  const matches = walked.matches.slice(first, end);
  const last = matches.at(-1);
  const top = place?.top ?? walked.matches[0]?.at ?? 0;
  const isEnd = last === undefined || walked.matches.length <= end;
  return {
    plan,
    matches,
    counts,
    walked,
    next: isEnd
      ? null
      : writePlace({ byRelevance: false, after: { at: last.at, id: last.id }, top, counts, meaning }),
  };
}

async function readRankedPage(
  db: ReadDb,
  plan: SearchPlan,
  rank: (newest: Match[]) => Promise<Match[]>,
  place: Place | null,
  page: Page,
  meaning: string,
): Promise<Found> {
  const start = {
    after: place === null ? null : { at: place.top + 1, id: LOWEST_ID },
    top: place?.top ?? null,
    unit: unitOf(plan),
    firstStep: stepsOf(plan, page).first,
  };
  const walked = await walkMatches(db, plan, start, ({ matches }) => matches.length > RANKED_THREADS);
  const newest = walked.matches.slice(0, RANKED_THREADS);
  const isWhole = walked.rest === null && newest.length === walked.matches.length;
  const counts = place?.counts ?? countMatches(newest, isWhole);
  const ranked = await rank(newest);
  const first = place?.after.at ?? page.offset;
  const end = first + page.limit;
  const top = place?.top ?? newest[0]?.at ?? 0;
  return {
    plan,
    matches: ranked.slice(first, end),
    counts,
    walked,
    next:
      end < ranked.length
        ? writePlace({ byRelevance: true, after: { at: end, id: LOWEST_ID }, top, counts, meaning })
        : null,
  };
}

function stepsOf(plan: SearchPlan, { limit, offset }: Page): Steps {
  if (!looksForRuns(plan)) return { ...STEPS, later: limit * LATER_STEP_PER_THREAD };
  const first = offset + limit + STEP_BEYOND_PAGE;
  return { first, later: limit + STEP_BEYOND_PAGE, toCount: TOGETHER_TO_COUNT };
}

function looksForRuns({ pattern }: SearchPlan): boolean {
  return pattern !== null && hasRun(pattern);
}

/** Whether finding more of them takes long. */
function isSparse(plan: SearchPlan, matches: Match[]): boolean {
  const [newest, oldest] = [matches[0], matches.at(-1)];
  return (
    looksForRuns(plan) &&
    newest !== undefined &&
    oldest !== undefined &&
    newest.at - oldest.at > DENSE_SECONDS
  );
}

function writePlace({ byRelevance, after, top, counts, meaning }: Place): string {
  const { total, unread, isCapped } = counts;
  return encodeCursor([byRelevance, after.at, after.id, top, total, unread, isCapped, meaning]);
}

function readPlace(cursor: string, byRelevance: boolean): Place {
  const [sorted, at, id, top, total, unread, isCapped, meaning] = decodeCursor(cursor, CURSOR_VALUES) ?? [];
  const numbers = [at, top, total, unread];
  const isOurs =
    sorted === byRelevance &&
    numbers.every((value) => Number.isSafeInteger(value) && Number(value) >= 0) &&
    typeof id === 'string' &&
    isId(id) &&
    typeof isCapped === 'boolean' &&
    typeof meaning === 'string';
  if (!isOurs)
    throw new Failure('invalid_cursor', 'The cursor is no longer valid; start again from the first page');
  return {
    byRelevance,
    after: { at: Number(at), id },
    top: Number(top),
    counts: { total: Number(total), unread: Number(unread), isCapped },
    meaning,
  };
}
