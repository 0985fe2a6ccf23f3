import type { Suggestion } from '@bocau/contract/search.ts';
import type { Db } from '../../tables.ts';
import { baseSubject } from '../mailbox/base-subject.ts';
import { findCorrespondents } from '../recipients/find-people.ts';
import { planSearch } from './plan-search.ts';
import { readHits } from './read-hits.ts';
import { readQuery } from './read-query.ts';
import { walkMatches } from './walk-matches.ts';
import { foldedWords } from './words.ts';

const THREADS = 5;
const TEXTS = 5;
const LOOKED_AT = 100;
/** Who types does not wait for what is years old. */
const LOOKED_AT_AT_MOST = 3000;
const TEXT_LENGTH = 120;

export type Suggestions = { threads: Suggestion[]; texts: string[] };

/** The newest threads whose subject or people fit what is being typed, and texts that it may become. */
export async function suggestThreads(db: Db, mailboxId: number, typed: string): Promise<Suggestions> {
  const words = foldedWords(typed);
  if (words.length === 0) return { threads: [], texts: [] };
  const [threads, people] = await Promise.all([
    findThreads(db, mailboxId, typed),
    findCorrespondents(db, mailboxId, typed, TEXTS),
  ]);
  const texts = new Map<string, string>();
  const addText = (text: string) => {
    const own = foldedWords(text);
    const isFit = words.every((word) => own.some((other) => other.startsWith(word)));
    const key = own.join(' ');
    if (isFit && key !== words.join(' ') && !texts.has(key)) texts.set(key, text);
  };
  for (const { subject } of threads) addText(plainSubject(subject));
  for (const { name } of people) addText(name);
  return { threads, texts: [...texts.values()].slice(0, TEXTS) };
}

async function findThreads(db: Db, mailboxId: number, typed: string): Promise<Suggestion[]> {
  const criteria = readQuery({});
  criteria.texts.headline.push(typed);
  const plan = await planSearch(db, mailboxId, criteria);
  if (plan === null) return [];
  const start = { after: null, top: null, unit: 'thread' as const, firstStep: LOOKED_AT };
  const { matches } = await walkMatches(db, plan, start, (walked) => {
    return walked.matches.length >= THREADS || walked.lookedAt >= LOOKED_AT_AT_MOST;
  });
  const hits = await readHits(db, mailboxId, matches.slice(0, THREADS));
  return hits.map(({ subject, id, mailbox_name, from, to, date }) => {
    return { subject, thread_id: id, v4_id: id, mailbox_name, from, to, date };
  });
}

/** Without the marks of replying and forwarding, but in the letters it was written in. */
function plainSubject(subject: string): string {
  const shown = subject.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const base = baseSubject(subject);
  const from = shown.toLowerCase().indexOf(base);
  return (from < 0 ? shown : shown.slice(from, from + base.length)).slice(0, TEXT_LENGTH);
}
