import type { ReadDb } from '../../tables.ts';
import type { Match } from './matches.store.ts';
import type { SearchPlan } from './plan-search.ts';
import { readRanks } from './ranks.store.ts';

/** A match loses half of its weight in this time. */
const HALF_WEIGHT_SECONDS = 2 * 365 * 86_400;

/**
 * Best first: by the fields of the matches (subject, sender, recipients, body) and their frequency, and, with
 * less weight, by age.
 */
export async function rankMatches(db: ReadDb, plan: SearchPlan, matches: Match[]): Promise<Match[]> {
  const newest = matches[0]?.at;
  if (plan.pattern === null || newest === undefined) return matches;
  const ids = matches.map((match) => match.id);
  // All words are known to match; each is weighted by its field.
  const anyWord = plan.pattern.replaceAll('&', '|');
  const rows = await readRanks(db, plan.mailboxId, anyWord, ids);
  const rankOf = new Map(rows.map((row) => [row.id, row.rank]));
  const score = ({ id, at }: Match) => (rankOf.get(id) ?? 0) * 0.5 ** ((newest - at) / HALF_WEIGHT_SECONDS);
  return matches.toSorted((a, b) => score(b) - score(a) || b.at - a.at);
}
