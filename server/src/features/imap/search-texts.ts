import { readBodyTexts } from '../../mail/messages/message-texts.store.ts';
import { findMessagesWithText } from '../../mail/search-index/find-words.store.ts';
import type { SearchKey } from '../../platform/imap/search-keys.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { inSteps } from './choose-messages.ts';
import { foldText, has, type KnownCandidate, keysOf } from './match-search.ts';
import { Refusal } from './refusal.ts';
import { mailboxOf, type Session } from './session.ts';

export type TextBudget = {
  /** How many texts a search may still read. */
  bodies: number;
  /** Messages that the index knows to have these texts; null where there are few enough to read them all. */
  indexed: ReadonlyMap<string, ReadonlySet<string>> | null;
};

/** Where more are to be searched the index says which messages have the words, and so many of them are read. */
const BODIES_READ = 5_000;
/** As ids they take 15 MB. */
const MOST_INDEXED = 100_000;
const BODIES_A_STEP = 20;
const BODY_CHARACTERS = 1_000_000;

/**
 * What the index knows of the texts that are asked for, in a set of messages that is too large to read. It knows words and
 * their beginnings: a text that begins within a word is not found there.
 */
export async function textBudget(session: Session, key: SearchKey, messages: number): Promise<TextBudget> {
  if (messages <= BODIES_READ) return { bodies: BODIES_READ, indexed: null };
  const indexed = new Map<string, Set<string>>();
  for (const one of keysOf(key)) {
    if (one.key !== 'body' && one.key !== 'text') continue;
    const asked = { text: one.text, places: ['w' as const], most: MOST_INDEXED + 1 };
    const ids = await findMessagesWithText(session.deps.db, mailboxOf(session), asked);
    if (ids === null || ids.length > MOST_INDEXED)
      throw new Refusal('LIMIT', 'Too many messages could have this text, narrow it down');
    indexed.set(one.text, new Set(ids));
  }
  return { bodies: BODIES_READ, indexed };
}

/** What the index found is read, as far as may be: marks count in IMAP, and words may stand apart in a long message. */
export async function learnTexts(
  session: Session,
  candidates: KnownCandidate[],
  budget: TextBudget,
): Promise<void> {
  const { indexed } = budget;
  const byId = new Map(candidates.map((candidate) => [candidate.state.id, candidate]));
  for (const [id, candidate] of byId)
    if (indexed !== null) candidate.body = (text) => indexed.get(text)?.has(id) === true;
  const isFound = (id: string) => indexed === null || [...indexed.values()].some((ids) => ids.has(id));
  const read = [...byId.keys()].filter(isFound).slice(0, budget.bodies);
  budget.bodies -= read.length;
  for (const ids of inSteps(read, BODIES_A_STEP)) {
    for (const { id, body, body_is_html } of await readBodyTexts(session.deps.db, mailboxOf(session), ids)) {
      const candidate = byId.get(id);
      const folded = foldText(
        body !== null && body_is_html ? htmlToText(body, BODY_CHARACTERS) : (body ?? ''),
      );
      if (candidate) candidate.body = (text) => has(folded, text);
    }
  }
}
