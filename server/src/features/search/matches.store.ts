import { type RawBuilder, sql } from 'kysely';
import { placedMessages } from '../../mail/mailbox/placed-messages.store.ts';
import { isShownOfMany } from '../../mail/mailbox/shown-messages.store.ts';
import { readQueries } from '../../mail/search-index/segments.store.ts';
import { hasRun, withoutPlaces } from '../../mail/search-index/word-patterns.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { SearchPlan } from './plan-search.ts';
import { filterConditions, hasWords, placedOf, threadsOf } from './search-conditions.store.ts';

/** A position in the order of matches: newest first, and by id within a second. */
export type Position = { at: number; id: string };

/** The newest matching message of a thread, or of a thread in one folder; or each matching message. */
export type Match = { threadId: string; folderId: string; at: number; id: string; unread: boolean };

/** One match per thread, per folder of each thread, or per message. */
export type Unit = 'thread' | 'thread and folder' | 'message';

export type Walk = {
  /** The step starts below this position. */
  from: Position | null;
  /** Units with a match above this position were on an earlier page. */
  after: Position | null;
  /** Messages above this time arrived after the walk began. */
  top: number | null;
  /** The number of messages to examine in this step. */
  steps: number;
  unit: Unit;
};

export type Matches = {
  matches: Match[];
  /** Where to continue; null at the end of the mailbox. */
  rest: Position | null;
};

type Answer = {
  seen: number;
  last: [number, string] | null;
  matches: [string, string, number, string, boolean][] | null;
};

const UNITS: Record<Unit, RawBuilder<unknown>> = {
  thread: sql`m.thread_id`,
  'thread and folder': sql`m.thread_id, m.folder_id`,
  message: sql`m.id`,
};

/** One step of the walk from new to old. A unit of an earlier step since `after` may appear again. */
export async function readMatches(db: ReadDb, plan: SearchPlan, walk: Walk): Promise<Matches> {
  const unit = UNITS[walk.unit];
  // Each message appears only once.
  const after = walk.unit === 'message' ? null : walk.after;
  const rows = await readRows(
    db,
    sql<Answer>`
    with ${await steps(db, plan, walk)}, matches as (
      select distinct on (${unit}) m.thread_id, m.folder_id, m.received_at, m.id, m.unread
      from found m
      ${after === null ? sql`` : sql`where not exists (${newerMatch(plan, walk, after)})`}
      order by ${unit}, m.received_at desc, m.id desc
    )
    select
      (select count(*)::integer from seen) as seen,
      (select json_build_array(received_at, id) from seen order by received_at, id limit 1) as last,
      (select json_agg(json_build_array(thread_id, folder_id, received_at, id, unread)
        order by received_at desc, id desc) from matches) as matches`,
  );
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

/** The tables `seen`, the messages examined in this step, and `found`, those of them that match. */
async function steps(db: ReadDb, plan: SearchPlan, walk: Walk): Promise<RawBuilder<unknown>> {
  const { mailboxId, pattern, threads, filter } = plan;
  if (pattern === null || threads !== null) {
    const fitting = (which: RawBuilder<unknown>) => sql`
      select m.thread_id, m.folder_id, m.received_at, m.id, m.unread from messages m
      where m.mailbox_id = ${mailboxId} ${which} and ${conditionsOf(plan)}
        ${pattern === null ? sql`` : sql`and ${hasWords(mailboxId, pattern)}`}`;
    return sql`
      found as materialized (${candidates(plan, walk, fitting)}
        order by received_at desc, id desc limit ${walk.steps}),
      seen as (select received_at, id from found)`;
  }
  const newest = Math.min(filter.until ?? Number.MAX_SAFE_INTEGER, walk.from?.at ?? Number.MAX_SAFE_INTEGER);
  const queries = await readQueries(db, mailboxId, pattern, newest, filter.since ?? 0);
  // The order and the offset keep the lateral parts separate, so that the segments are read one by one,
  // newest first, and only until there are enough rows. The sum keeps the planner off the primary key: the
  // word index finds the rows.
  return sql`
    seen as materialized (
      select m.received_at, m.id
      from unnest(${queries}::tsquery[], ${queries.map(withoutPlaces)}::tsquery[]) as w(query, anywhere)
      cross join lateral (
        select s.received_at, s.message_id as id, s.ctid as row from message_search s
        where s.words @@ w.anywhere and s.mailbox_id + 0 = ${mailboxId}
          ${filter.since === null ? sql`` : sql`and s.received_at >= ${filter.since}`}
          ${filter.until === null ? sql`` : sql`and s.received_at <= ${filter.until}`}
          ${walk.from === null ? sql`` : sql`and (s.received_at, s.message_id) < (${walk.from.at}, ${walk.from.id})`}
        order by s.received_at desc, s.message_id desc
      ) m
      ${hasRun(pattern) ? standsTogether(mailboxId) : sql``}
      limit ${walk.steps}
    ), found as materialized (
      select m.* from seen cross join lateral (
        select m.thread_id, m.folder_id, m.received_at, m.id, m.unread from messages m
        where m.mailbox_id = ${mailboxId} and m.id = seen.id and ${conditionsOf(plan)} offset 0
      ) m
    )`;
}

/** All that fit, read from the few threads, from what has the place or mark that is wanted, or from all mail. */
function candidates(
  { mailboxId, threads, filter }: SearchPlan,
  { from, steps }: Walk,
  fitting: (which: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const placed = placedOf(filter);
  if (threads !== null) {
    return sql`
      select m.* from (${threadsOf(mailboxId, threads)}) t
      cross join lateral (${fitting(sql`and m.thread_id = t.thread_id ${below('m', from)}`)} offset 0) m`;
  }
  if (placed === null) return fitting(below('m', from));
  const { since, until } = filter;
  const inOrder = placedMessages(
    mailboxId,
    placed,
    (table) => sql`
      select m.thread_id, m.folder_id, p.received_at, p.id, m.unread from ${table} p
      cross join lateral (${fitting(sql`and m.id = p.id`)} offset 0) m
      where true ${below('p', from)}
        ${since === null ? sql`` : sql`and p.received_at >= ${since}`}
        ${until === null ? sql`` : sql`and p.received_at <= ${until}`}
      order by p.received_at desc, p.id desc limit ${steps}`,
  );
  return sql`select thread_id, folder_id, received_at, id, unread from ${inOrder} p`;
}

/**
 * The positions of the words are read newest first and only until there are enough rows: the index tells only
 * which messages have the words, and reading their positions takes five times as long.
 */
function standsTogether(mailboxId: number): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select from message_search s where s.ctid = m.row and s.mailbox_id + 0 = ${mailboxId} and s.words @@ w.query offset 0
    ) fits`;
}

/** The plan's filter as conditions on the message `m`. */
function conditionsOf({ mailboxId, filter }: SearchPlan): RawBuilder<unknown> {
  return sql`${filterConditions(mailboxId, filter)} and ${isShownOfMany(mailboxId, 'm')}`;
}

function below(row: 'm' | 'p', from: Position | null): RawBuilder<unknown> {
  if (from === null) return sql``;
  return sql`and (${sql.ref(`${row}.received_at`)}, ${sql.ref(`${row}.id`)}) < (${from.at}, ${from.id})`;
}

/**
 * Whether the unit of `m` has a match on an earlier page. Here and in the conditions, an offset keeps the
 * planner from turning a look-up of one row into a join over the whole mailbox.
 */
function newerMatch(plan: SearchPlan, walk: Walk, after: Position): RawBuilder<unknown> {
  const { mailboxId, pattern } = plan;
  return sql`
    select from (
      select m.thread_id, m.folder_id, m.received_at, m.id, m.unread from messages m
      where m.mailbox_id = ${mailboxId} and (m.received_at, m.id) >= (${after.at}, ${after.id})
        ${walk.top === null ? sql`` : sql`and m.received_at <= ${walk.top}`}
        and ${conditionsOf(plan)} ${pattern === null ? sql`` : sql`and ${hasWords(mailboxId, pattern)}`}
    ) n
    where n.thread_id = m.thread_id ${walk.unit === 'thread' ? sql`` : sql`and n.folder_id = m.folder_id`}
    offset 0`;
}

/** Whether any message of the mailbox, in any folder, matches the pattern. */
export async function standTogether(db: ReadDb, mailboxId: number, pattern: string): Promise<boolean> {
  const queries = await readQueries(db, mailboxId, pattern, Number.MAX_SAFE_INTEGER, 0);
  const rows = await readRows(
    db,
    sql<{ found: boolean }>`
      select exists (
        select from unnest(${queries}::tsquery[]) as w(query)
        cross join lateral (
          select from message_search s
          where s.words @@ w.query and s.mailbox_id + 0 = ${mailboxId}
          limit 1
        ) m
      ) as found`,
  );
  return rows[0]?.found === true;
}
