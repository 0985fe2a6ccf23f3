import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldedWords } from './words.ts';

export type Searchable = {
  mailboxId: number;
  receivedAt: number;
  subject: string;
  from: MailAddress;
  recipients: MailAddress[];
  attachmentNames: string[];
  text: string;
};

/** Where a word stands, as the weights of a tsvector: A subject, B sender, C recipients, D body and attachment names. */
export type Place = 'A' | 'B' | 'C' | 'D';

const PLACES: Place[] = ['A', 'B', 'C', 'D'];
const WORDS_INDEXED = 3000;
const SEGMENT_SECONDS = 4_000_000;

/**
 * Words are indexed under their mailbox and a segment of time (46 days). So a search reads only entries of its own
 * mailbox, however many others know the word; and it reads the newest segments first and stops when the page is
 * full, however common the word is.
 */
export function segmentOf(receivedAt: number): number {
  return Math.floor(receivedAt / SEGMENT_SECONDS);
}

export function segmentPrefix(mailboxId: number, segment: number): string {
  return `${mailboxId.toString(36)}.${segment.toString(36)}.`;
}

/** The message's words as a tsvector in text form. */
export function searchVector(message: Searchable): string {
  const places = new Map<string, Set<Place>>();
  const add = (place: Place, text: string) => {
    for (const word of foldedWords(text)) {
      const known = places.get(word);
      if (known) known.add(place);
      else if (places.size < WORDS_INDEXED) places.set(word, new Set([place]));
    }
  };
  add('A', message.subject);
  add('B', `${message.from.name} ${message.from.email}`);
  add('C', message.recipients.map((person) => `${person.name} ${person.email}`).join(' '));
  add('D', message.attachmentNames.join(' '));
  add('D', message.text);
  const prefix = segmentPrefix(message.mailboxId, segmentOf(message.receivedAt));
  const lexemes: string[] = [];
  for (const [word, found] of places) {
    const positions = [...found].map((place) => `${PLACES.indexOf(place) + 1}${place}`);
    lexemes.push(`'${prefix}${word}':${positions.join(',')}`);
  }
  return lexemes.join(' ');
}
