import type { MailAddress } from '@bocau/contract/fields.ts';
import { addressWord, foldedWords } from './words.ts';

export type Searchable = {
  mailboxId: number;
  receivedAt: number;
  subject: string;
  from: MailAddress;
  recipients: MailAddress[];
  attachmentNames: string[];
  text: string;
};

/**
 * Where a word stands, as the first letter of its lexeme: in subject or body, in the subject, in the sender's name or
 * address, in a recipient's, in the name of an attachment. Weights alone would not do: the index does not hold them,
 * and reading a hundred thousand vectors to see where a common word stands takes seconds.
 */
export type Place = 'w' | 's' | 'f' | 't' | 'a';

const WORDS_INDEXED = 3000;
const RECIPIENTS_INDEXED = 200;
export const SEGMENT_SECONDS = 4_000_000;

/**
 * Words are indexed under their mailbox and a segment of time (46 days). So a search reads only entries of its own
 * mailbox, however many others know the word; and it reads the newest segments first and stops when the page is
 * full, however common the word is.
 */
function segmentOf(receivedAt: number): number {
  return Math.max(0, Math.floor(receivedAt / SEGMENT_SECONDS));
}

export function segmentPrefix(mailboxId: number, segment: number): string {
  return `${mailboxId.toString(16)}.${segment.toString(16)}.`;
}

/** What every word of a message begins with in the index. */
export function segmentPrefixOf(mailboxId: number, receivedAt: number): string {
  return segmentPrefix(mailboxId, segmentOf(receivedAt));
}

/** The message's words as a tsvector in text form; its weights are what relevance goes by. */
export function searchVector(message: Searchable): string {
  const prefix = segmentPrefixOf(message.mailboxId, message.receivedAt);
  const subject = new Set(foldedWords(message.subject));
  const lexemes: string[] = [];
  const add = (place: Place, words: Iterable<string>, weight: string) => {
    for (const word of words) lexemes.push(`'${prefix}${place}${word}':1${weight}`);
  };
  add('w', subject, 'A');
  add('s', subject, 'A');
  add('f', peopleWords([message.from]), 'B');
  add('t', peopleWords(message.recipients.slice(0, RECIPIENTS_INDEXED)), 'C');
  add('a', new Set(foldedWords(message.attachmentNames.join(' '))), 'D');
  const body = new Set<string>();
  for (const word of foldedWords(message.text)) {
    if (subject.has(word)) continue;
    body.add(word);
    if (body.size === WORDS_INDEXED) break;
  }
  add('w', body, 'D');
  return lexemes.join(' ');
}

/** The words of a text that are indexed at most, for whoever keeps them to index them again and again. */
export function wordsToIndex(text: string): string[] {
  return [...new Set(foldedWords(text))].slice(0, WORDS_INDEXED);
}

function peopleWords(people: MailAddress[]): Set<string> {
  const words = new Set<string>();
  for (const { name, email } of people) {
    for (const word of foldedWords(`${name} ${email}`)) words.add(word);
    const address = addressWord(email);
    if (address !== null) words.add(address);
  }
  return words;
}
