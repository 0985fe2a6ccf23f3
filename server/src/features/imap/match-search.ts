import type { MessageFacts } from '../../mail/messages/message-facts.store.ts';
import type { SearchKey } from '../../platform/imap/search-keys.ts';
import type { MessageState } from './folder-state.ts';
import { emailId, threadId } from './object-ids.ts';

/** What is known of a message while it is looked at; what costs more is read only where it decides. */
export type Candidate = {
  index: number;
  uid: number;
  state: MessageState | null;
  sentAt: number | null;
  facts: MessageFacts | null;
  /** Folded, as `foldText` does. */
  header: { from: string; to: string; cc: string; bcc: string; subject: string } | null;
  /** Other header fields that are asked for, by name; null where the message has none. */
  fields: ReadonlyMap<string, string | null> | null;
  /** Whether its text has these words. */
  body: ((text: string) => boolean) | null;
};

/** What more than its number is known of. */
export type KnownCandidate = Candidate & { state: MessageState };

export type SearchTools = {
  now: number;
  /** Whether a set of numbers or uids names the message. */
  isIn(key: Extract<SearchKey, { key: 'numbers' }>, index: number): boolean;
};

/** Letters of any case are the same, and however their marks are written. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Null: it can't be told yet. */
export function matchSearch(key: SearchKey, candidate: Candidate, tools: SearchTools): boolean | null {
  const { state, sentAt } = candidate;
  switch (key.key) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return every(key.keys.map((one) => matchSearch(one, candidate, tools)));
    case 'or':
      return not(every(key.keys.map((one) => not(matchSearch(one, candidate, tools)))));
    case 'not':
      return not(matchSearch(key.of, candidate, tools));
    case 'flag':
      return state && state.flags[key.flag] === key.set;
    case 'keyword':
      return state && hasKeyword(state, key.keyword) === key.set;
    case 'numbers':
      return tools.isIn(key, candidate.index);
    case 'modseq':
      return state && state.modseq >= key.least;
    case 'size':
      return state && (key.than === 'larger' ? state.size > key.bytes : state.size < key.bytes);
    case 'received':
      return state && isBetween(state.receivedAt, key);
    case 'sent':
      return sentAt === null ? null : isBetween(sentAt, key);
    case 'saved':
      // RFC 8514 section 4.3: where it is not known, the date of arrival counts.
      return state && candidate.facts && isBetween(candidate.facts.saved_at ?? state.receivedAt, key);
    case 'object': {
      const { facts } = candidate;
      return facts && (key.of === 'email' ? emailId(facts) : threadId(facts)) === key.id;
    }
    case 'age':
      return state && state.receivedAt >= tools.now - key.seconds === (key.than === 'younger');
    case 'field':
      return candidate.header && has(candidate.header[key.field], key.text);
    case 'header': {
      if (candidate.fields === null) return null;
      const value = candidate.fields.get(key.name);
      return value !== null && value !== undefined && has(value, key.text);
    }
    case 'body':
      return candidate.body === null ? null : candidate.body(key.text);
    case 'text': {
      const { header } = candidate;
      if (header === null) return null;
      if (Object.values(header).some((value) => has(value, key.text))) return true;
      return candidate.body === null ? null : candidate.body(key.text);
    }
  }
}

function hasKeyword({ flags }: MessageState, keyword: string): boolean {
  return flags.keywords.some((one) => one.toLowerCase() === keyword.toLowerCase());
}

export function has(folded: string, text: string): boolean {
  return folded.includes(foldText(text));
}

function isBetween(at: number, { from, to }: { from: number | null; to: number | null }): boolean {
  return (from === null || at >= from) && (to === null || at < to);
}

function every(values: (boolean | null)[]): boolean | null {
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

/** All keys of a search, those within others too. */
export function* keysOf(key: SearchKey): Generator<SearchKey> {
  yield key;
  if (key.key === 'not') yield* keysOf(key.of);
  if (key.key === 'and' || key.key === 'or') for (const one of key.keys) yield* keysOf(one);
}
