import type { Suggestion } from '@bocau/contract/search.ts';
import { findCorrespondents } from '../../mail/people/find-people.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';
import { wholeMeaning } from './find-meaning.ts';
import { readHits } from './hits.store.ts';
import type { Match } from './matches.store.ts';
import { planSearch } from './plan-search.ts';
import { readQuery } from './read-query.ts';
import { walkMatches } from './walk-matches.ts';

const THREADS = 5;
const TEXTS = 5;
const LOOKED_AT = 100;
/** Suggestions while typing do not search further back. */
const LOOKED_AT_AT_MOST = 3000;

export type Suggestions = { threads: Suggestion[]; texts: string[] };

/** The people matching the typed words, and the newest threads whose subject or people match. */
export async function suggestThreads(db: ReadDb, mailboxId: number, typed: string): Promise<Suggestions> {
  const words = foldedWords(typed);
  if (words.length === 0) return { threads: [], texts: [] };
  const [threads, people] = await Promise.all([
    findThreads(db, mailboxId, typed),
    findCorrespondents(db, mailboxId, typed, TEXTS),
  ]);
  const texts = new Map<string, string>();
  for (const { name, email } of people) {
    const text = name.trim() === '' ? email : name.normalize('NFC').trim();
    const key = foldedWords(text).join(' ');
    if (key !== words.join(' ') && !texts.has(key)) texts.set(key, text);
  }
  return { threads, texts: [...texts.values()] };
}

/** Threads with adjacent words in subject or people come before those with separate ones. */
async function findThreads(db: ReadDb, mailboxId: number, typed: string): Promise<Suggestion[]> {
  const criteria = readQuery({});
  criteria.texts.headline.push(typed.replaceAll('"', ' '));
  const whole = wholeMeaning(criteria);
  const found = new Map<string, Match>();
  for (const meaning of whole.length > 0 ? ([whole, 'apart'] as const) : [whole]) {
    if (found.size >= THREADS) break;
    const plan = await planSearch(db, mailboxId, criteria, { meaning, isTyping: true });
    if (plan === null) continue;
    const start = { after: null, top: null, unit: 'thread' as const, firstStep: LOOKED_AT };
    const { matches } = await walkMatches(db, plan, start, (walked) => {
      return walked.matches.length >= THREADS || walked.lookedAt >= LOOKED_AT_AT_MOST;
    });
    for (const match of matches) if (!found.has(match.threadId)) found.set(match.threadId, match);
  }
  const hits = await readHits(db, mailboxId, [...found.values()].slice(0, THREADS));
  return hits.map(threadView).map(({ subject, id, mailbox_name, from, to, date }) => {
    return { subject, thread_id: id, v4_id: id, mailbox_name, from, to, date };
  });
}
