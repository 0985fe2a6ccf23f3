import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { SearchPlan } from './plan-search.ts';
import { type Match, queryOfRow } from './read-matches.ts';
import type { Criteria } from './read-query.ts';
import { markedWords } from './words.ts';

type Ranked = { id: string; rank: number; subject: string; snippet: string };

/** In this time a match loses half of its weight. */
const HALF_WEIGHT_SECONDS = 2 * 365 * 86_400;
/** How much of a body is looked through for words as they were typed. */
const BODY_LOOKED_THROUGH = 20_000;

/**
 * Best first: above all those in which the words stand with the marks that they were typed with; among equals by
 * where the words stand (subject, sender, recipients, body) and, gently, by age.
 */
export async function rankMatches(
  db: Db,
  plan: SearchPlan,
  criteria: Criteria,
  matches: Match[],
): Promise<Match[]> {
  const newest = matches[0]?.at;
  if (plan.pattern === null || newest === undefined) return matches;
  const ids = matches.map((match) => match.id);
  // Any of the words counts by its place: that all of them are there is settled.
  const anyWord = plan.pattern.replaceAll('&', '|');
  const { rows } = await sql<Ranked>`
    select m.id, m.subject, m.snippet,
      ts_rank('{0.1, 0.2, 0.4, 1}', s.words, ${queryOfRow(plan.mailboxId, anyWord)}) as rank
    from messages m
    join message_search s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
    where m.mailbox_id = ${plan.mailboxId} and m.id = any(${ids}::uuid[])`.execute(db);
  const rankOf = new Map(rows.map((row) => [row.id, row.rank]));
  const exact = await countExactWords(db, plan.mailboxId, criteria, rows);
  const scores = new Map(
    matches.map(({ id, at }) => [id, (rankOf.get(id) ?? 0) * 0.5 ** ((newest - at) / HALF_WEIGHT_SECONDS)]),
  );
  const value = (from: Map<string, number>, match: Match) => from.get(match.id) ?? 0;
  return matches.toSorted(
    (a, b) => value(exact, b) - value(exact, a) || value(scores, b) - value(scores, a) || b.at - a.at,
  );
}

/** How many of the words that were typed with marks stand so in subject, snippet or body. */
async function countExactWords(
  db: Db,
  mailboxId: number,
  { texts }: Criteria,
  rows: Ranked[],
): Promise<Map<string, number>> {
  const words = markedWords([...texts.any, ...texts.term, ...texts.subject].join(' '));
  const counts = new Map<string, number>();
  if (words.length === 0) return counts;
  const unsure: string[] = [];
  for (const { id, subject, snippet } of rows) {
    const shown = markedWords(`${subject} ${snippet}`);
    const found = words.filter((word) => shown.some((other) => other.startsWith(word)));
    counts.set(id, found.length);
    if (found.length < words.length) unsure.push(id);
  }
  if (unsure.length === 0) return counts;
  const { rows: bodies } = await sql<{ id: string; found: number }>`
    select c.message_id as id,
      (select count(*)::integer from unnest(${words}::text[]) as w(word) where strpos(b.body, w.word) > 0) as found
    from message_contents c
    cross join lateral (select lower(left(c.body, ${sql.lit(BODY_LOOKED_THROUGH)})) as body offset 0) b
    where c.mailbox_id = ${mailboxId} and c.message_id = any(${unsure}::uuid[]) and b.body is not null`.execute(
    db,
  );
  for (const { id, found } of bodies) counts.set(id, Math.max(counts.get(id) ?? 0, found));
  return counts;
}
