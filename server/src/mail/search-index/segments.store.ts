import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { SEGMENT_SECONDS } from './search-vector.ts';
import { countWords, hasRun, queryOfSegments } from './word-patterns.ts';

/** Measured: the time that the index spends on each message with a word grows with the words of the query. */
const WORDS_OF_QUERY = 32;

/** The pattern for groups of segments, newest first. */
export async function readQueries(
  db: ReadDb,
  mailboxId: number,
  pattern: string,
  newest: number,
  oldest: number,
): Promise<string[]> {
  const segments = await readSegments(db, mailboxId, newest, oldest);
  return windows(segments, pattern).map((window) => queryOfSegments(pattern, mailboxId, window));
}

/**
 * Growing groups of segments: the newest alone, because a common word is found there; then several at once, as long as
 * the index is fast with that many words in one query. Where words must stand together, each by itself: whether they
 * do is looked up in every message with all of them, and would be for the other segments' words too.
 */
function windows(segments: number[], pattern: string): number[][] {
  const largest = hasRun(pattern) ? 1 : Math.max(1, Math.floor(WORDS_OF_QUERY / countWords(pattern)));
  const groups: number[][] = [];
  for (let from = 0, size = 1; from < segments.length; from += size, size = Math.min(size * 2, largest)) {
    groups.push(segments.slice(from, from + size));
  }
  return groups;
}

/** The segments with messages of this search, newest first: one index probe for each. */
async function readSegments(
  db: ReadDb,
  mailboxId: number,
  newest: number,
  oldest: number,
): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ segment: number }>`
    with recursive segments as (
      (select greatest(received_at, 0) / ${sql.lit(SEGMENT_SECONDS)} as segment from messages
        where mailbox_id = ${mailboxId} and received_at <= ${newest} order by received_at desc limit 1)
      union all
      select (select greatest(m.received_at, 0) / ${sql.lit(SEGMENT_SECONDS)} from messages m
        where m.mailbox_id = ${mailboxId} and m.received_at < s.segment * ${sql.lit(SEGMENT_SECONDS)}
        order by m.received_at desc limit 1)
      from segments s where s.segment > ${Math.max(0, Math.floor(oldest / SEGMENT_SECONDS))}
    )
    select segment::bigint as segment from segments where segment is not null`,
  );
  return rows.map((row) => row.segment);
}
