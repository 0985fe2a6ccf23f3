import type { Word } from '../../mail/search-index/words.ts';
import type { ReadDb } from '../../tables.ts';
import { standTogether } from './matches.store.ts';
import { type Meaning, writeMeaning } from './meaning.ts';
import { planSearch } from './plan-search.ts';
import type { Criteria } from './read-query.ts';
import { walkMatches } from './walk-matches.ts';
import { runPattern } from './word-conditions.ts';
import { looseParts } from './word-pieces.ts';

const FIRST_STEP = 100;
/** Each may read all messages with the words. */
const RUNS_TRIED = 30;

/**
 * The narrowest interpretation with a match: all words of each text adjacent; the longest runs of adjacent
 * words that occur in the mailbox; each word anywhere.
 */
export async function findMeaning(db: ReadDb, mailboxId: number, criteria: Criteria): Promise<Meaning> {
  const whole = wholeMeaning(criteria);
  // When one of several texts suffices, a match of one says nothing about the others.
  const isChoice = criteria.choices.length > 0;
  if (whole.length === 0 || (!isChoice && (await findsSomething(db, mailboxId, criteria, whole))))
    return whole;
  return findWiderMeaning(db, mailboxId, criteria);
}

/** All words of each text adjacent. */
export function wholeMeaning(criteria: Criteria): number[][] {
  return looseParts(criteria).map(({ words }) => [words.length]);
}

/** The wider interpretations, when nothing has all words adjacent. */
export async function findWiderMeaning(db: ReadDb, mailboxId: number, criteria: Criteria): Promise<Meaning> {
  const parts = looseParts(criteria);
  const isChoice = criteria.choices.length > 0;
  const runs: number[][] = [];
  for (const { words, place } of parts) {
    const lengths = await longestRuns(words, (run) => standTogether(db, mailboxId, runPattern(run, place)));
    runs.push(lengths);
  }
  const isApart = runs.every((lengths) => lengths.every((length) => length === 1));
  const isTried = !isChoice && writeMeaning(runs) === writeMeaning(wholeMeaning(criteria));
  if (isApart || isTried) return 'apart';
  return (await findsSomething(db, mailboxId, criteria, runs)) ? runs : 'apart';
}

async function findsSomething(
  db: ReadDb,
  mailboxId: number,
  criteria: Criteria,
  meaning: Meaning,
): Promise<boolean> {
  const plan = await planSearch(db, mailboxId, criteria, { meaning });
  if (plan === null) return false;
  const start = { after: null, top: null, unit: 'thread' as const, firstStep: FIRST_STEP };
  const { matches } = await walkMatches(db, plan, start, (walked) => walked.matches.length > 0);
  return matches.length > 0;
}

/** Splits the words into runs: the longest adjacent one first, then the same on both sides of it. */
async function longestRuns(
  words: Word[],
  standsTogether: (run: Word[]) => Promise<boolean>,
): Promise<number[]> {
  const linked: boolean[] = [];
  for (let at = 0; at + 1 < words.length; at += 1) linked.push(await standsTogether(words.slice(at, at + 2)));
  let left = RUNS_TRIED;
  const cut = async (from: number, to: number): Promise<number[]> => {
    for (let length = to - from; length > 1; length -= 1) {
      for (let at = from; at + length <= to; at += 1) {
        if (!linked.slice(at, at + length - 1).every(Boolean)) continue;
        if (length > 2 && left <= 0) continue;
        if (length > 2) left -= 1;
        if (length > 2 && !(await standsTogether(words.slice(at, at + length)))) continue;
        return [...(await cut(from, at)), length, ...(await cut(at + length, to))];
      }
    }
    return Array.from({ length: to - from }, () => 1);
  };
  return cut(0, words.length);
}
