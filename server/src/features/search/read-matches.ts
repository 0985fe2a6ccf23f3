import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { SearchPlan } from './plan-search.ts';
import { SEGMENT_SECONDS } from './search-vector.ts';
import { countWords, queryOfSegments } from './word-conditions.ts';

/** A place in the order of matches: newest first, and by id within a second. */
export type Position = { at: number; id: string };

/** The newest message of a thread, or of a thread in one folder, that matches. */
export type Match = { threadId: string; folderId: string; at: number; id: string; unread: boolean };

export type Walk = {
  /** This step begins below this place. */
  from: Position | null;
  /** Units with a match above this place were answered before, on another page. */
  after: Position | null;
  /** What lies above it was not there when the walk began. */
  top: number | null;
  /** Messages to look at in this step. */
  steps: number;
  /** One match for each thread, or for each folder of each thread. */
  unit: 'thread' | 'thread and folder';
};

export type Matches = {
  matches: Match[];
  /** Where to go on; null when everything was looked at. */
  rest: Position | null;
};

/** Measured: the index spends on every message that has a word a time that grows with the words of the query. */
const WORDS_OF_QUERY = 32;

type Answer = {
  seen: number;
  last: [number, string] | null;
  matches: [string, string, number, string, boolean][] | null;
};

/** One step of the walk from new to old. A unit that came in an earlier step since `after` may come again. */
export async function readMatches(db: Db, plan: SearchPlan, walk: Walk): Promise<Matches> {
  const unit = walk.unit === 'thread' ? sql`m.thread_id` : sql`m.thread_id, m.folder_id`;
  const { rows } = await sql<Answer>`
    with ${await steps(db, plan, walk)}, matches as (
      select distinct on (${unit}) m.thread_id, m.folder_id, m.received_at, m.id, m.unread
      from found m
      ${walk.after === null ? sql`` : sql`where not exists (${newerMatch(plan, walk, walk.after)})`}
      order by ${unit}, m.received_at desc, m.id desc
    )
    select
      (select count(*)::integer from seen) as seen,
      (select json_build_array(received_at, id) from seen order by received_at, id limit 1) as last,
      (select json_agg(json_build_array(thread_id, folder_id, received_at, id, unread)
        order by received_at desc, id desc) from matches) as matches`.execute(db);
  const { seen, last, matches } = rows[0] as Answer;
  return {
    matches: (matches ?? []).map(([threadId, folderId, at, id, unread]) => ({
      threadId,
      folderId,
      at,
      id,
      unread,
    })),
    rest: seen < walk.steps || last === null ? null : { at: last[0], id: last[1] },
  };
}

/** `seen`: the messages looked at in this step; `found`: those of them that match. */
async function steps(db: Db, plan: SearchPlan, walk: Walk): Promise<RawBuilder<unknown>> {
  const { mailboxId, pattern, threads } = plan;
  const inOrder = sql`order by m.received_at desc, m.id desc limit ${walk.steps}`;
  if (pattern === null || threads !== null) {
    return sql`
      found as materialized (
        select m.thread_id, m.folder_id, m.received_at, m.id, m.unread from messages m
        where m.mailbox_id = ${mailboxId} ${below(walk.from)} and ${plan.conditions}
          ${threads === null ? sql`` : sql`and m.thread_id in (${threads})`}
          ${pattern === null ? sql`` : sql`and ${hasWords(mailboxId, pattern)}`}
        ${inOrder}
      ), seen as (select received_at, id from found)`;
  }
  const segments = await readSegments(db, plan, walk.from);
  const queries = windows(segments, countWords(pattern)).map((window) =>
    queryOfSegments(pattern, mailboxId, window),
  );
  // Each lateral part is closed in itself (an order, an offset), so that the segments are walked one by one, newest
  // first, and only until there are enough. The sum keeps the planner from the key's index: words alone find the rows.
  return sql`
    seen as materialized (
      select m.received_at, m.id
      from unnest(${queries}::text[]) as w(query)
      cross join lateral (
        select s.received_at, s.message_id as id from message_search s
        where s.words @@ w.query::tsquery and s.mailbox_id + 0 = ${mailboxId}
          ${plan.since === null ? sql`` : sql`and s.received_at >= ${plan.since}`}
          ${plan.until === null ? sql`` : sql`and s.received_at <= ${plan.until}`}
          ${walk.from === null ? sql`` : sql`and (s.received_at, s.message_id) < (${walk.from.at}, ${walk.from.id})`}
        order by s.received_at desc, s.message_id desc
      ) m
      limit ${walk.steps}
    ), found as materialized (
      select m.* from seen cross join lateral (
        select m.thread_id, m.folder_id, m.received_at, m.id, m.unread from messages m
        where m.mailbox_id = ${mailboxId} and m.id = seen.id and ${plan.conditions} offset 0
      ) m
    )`;
}

function below(from: Position | null): RawBuilder<unknown> {
  return from === null ? sql`` : sql`and (m.received_at, m.id) < (${from.at}, ${from.id})`;
}

/**
 * Whether the unit of `m` has a match on an earlier page. Here and below, an offset keeps the planner from making a
 * join over all mail out of what is a look at one row.
 */
function newerMatch(plan: SearchPlan, walk: Walk, after: Position): RawBuilder<unknown> {
  const { mailboxId, pattern } = plan;
  return sql`
    select from (
      select m.thread_id, m.folder_id, m.received_at, m.id, m.unread from messages m
      where m.mailbox_id = ${mailboxId} and (m.received_at, m.id) >= (${after.at}, ${after.id})
        ${walk.top === null ? sql`` : sql`and m.received_at <= ${walk.top}`}
        and ${plan.conditions} ${pattern === null ? sql`` : sql`and ${hasWords(mailboxId, pattern)}`}
    ) n
    where n.thread_id = m.thread_id ${walk.unit === 'thread' ? sql`` : sql`and n.folder_id = m.folder_id`}
    offset 0`;
}

/** The words looked for in the one row of `m`, under the prefix that this row has. */
function hasWords(mailboxId: number, pattern: string): RawBuilder<unknown> {
  return sql`exists (
    select from message_search s
    where s.mailbox_id = ${mailboxId} and s.message_id = m.id and s.words @@ ${queryOfRow(mailboxId, pattern)}
    offset 0)`;
}

export function queryOfRow(mailboxId: number, pattern: string): RawBuilder<unknown> {
  return sql`replace(${pattern}, '~', ${`${mailboxId.toString(16)}.`} ||
    to_hex(greatest(s.received_at, 0) / ${sql.lit(SEGMENT_SECONDS)}) || '.')::tsquery`;
}

/**
 * Growing groups of segments: the newest alone, so that a common word is found there; later several at once, as far
 * as the index is quick with so many words in one query.
 */
function windows(segments: number[], wordsOfSegment: number): number[][] {
  const largest = Math.max(1, Math.floor(WORDS_OF_QUERY / wordsOfSegment));
  const groups: number[][] = [];
  for (let from = 0, size = 1; from < segments.length; from += size, size = Math.min(size * 2, largest)) {
    groups.push(segments.slice(from, from + size));
  }
  return groups;
}

/** The segments that hold mail of this search, newest first: one probe of the index for each. */
async function readSegments(db: Db, plan: SearchPlan, from: Position | null): Promise<number[]> {
  const newest = Math.min(plan.until ?? Number.MAX_SAFE_INTEGER, from?.at ?? Number.MAX_SAFE_INTEGER);
  const { rows } = await sql<{ segment: number }>`
    with recursive segments as (
      (select greatest(received_at, 0) / ${sql.lit(SEGMENT_SECONDS)} as segment from messages
        where mailbox_id = ${plan.mailboxId} and received_at <= ${newest} order by received_at desc limit 1)
      union all
      select (select greatest(m.received_at, 0) / ${sql.lit(SEGMENT_SECONDS)} from messages m
        where m.mailbox_id = ${plan.mailboxId} and m.received_at < s.segment * ${sql.lit(SEGMENT_SECONDS)}
        order by m.received_at desc limit 1)
      from segments s where s.segment > ${Math.max(0, Math.floor((plan.since ?? 0) / SEGMENT_SECONDS))}
    )
    select segment::bigint as segment from segments where segment is not null`.execute(db);
  return rows.map((row) => row.segment);
}
