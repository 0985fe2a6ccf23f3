import type { Place } from '../../mail/search-index/search-vector.ts';
import { queryOfFile } from '../../mail/search-index/word-patterns.ts';
import type { ReadDb } from '../../tables.ts';
import { readFilesWithWords } from './hits.store.ts';
import type { Match } from './matches.store.ts';
import type { SearchPlan } from './plan-search.ts';
import type { Criteria } from './read-query.ts';
import { anyCondition, wordConditions } from './word-conditions.ts';

const OUTSIDE_OF_FILES: Place[] = ['w', 's', 'f', 't'];

/**
 * The attachments in which the words were found, by message, when the message itself does not have all of
 * them.
 */
export async function foundInFiles(
  db: ReadDb,
  { mailboxId, words }: SearchPlan,
  criteria: Criteria,
  matches: Match[],
): Promise<Map<string, string>> {
  const inFiles = { ...words, within: ['a' as const] };
  const any = anyCondition(criteria, inFiles);
  const { pattern: all } = wordConditions(criteria, inFiles);
  const { pattern: outside } = wordConditions(criteria, { ...words, within: OUTSIDE_OF_FILES });
  if (any === null || all === null || outside === null) return new Map();
  const asked = { outside, any: queryOfFile(any), all: queryOfFile(all) };
  const ids = matches.map(({ id }) => id);
  const files = await readFilesWithWords(db, mailboxId, ids, asked);
  return new Map(files.map(({ id, name }) => [id, name]));
}
