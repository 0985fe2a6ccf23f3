import type { MailAddress } from '@bocau/contract/fields.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { addressWord, lexemesOf, writtenWords } from './words.ts';

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
 * The field of a word, as the first letter of its lexeme: body, subject, sender's name or address,
 * recipient's, attachment's name or text. Weights alone would not do: the index does not hold them, and
 * reading a hundred thousand vectors for the field of a common word takes seconds.
 */
export type Place = 'w' | 's' | 'f' | 't' | 'a';

/** Marks a message that is too long to hold the positions of all its words. */
export const LONG_MESSAGE = 'l/';

/** Like `LONG_MESSAGE`, for the text of its files. */
export const LONG_FILES = 'm/';

/** PostgreSQL's limits: the largest position, positions per word, and bytes of all words (1 MB). */
const LAST_PLACE = 16_383;
const PLACES_OF_WORD = 255;
const BYTES_INDEXED = 700_000;
/** The share reserved for the text of its files. */
const FILE_BYTES_INDEXED = 300_000;
const BYTES_OF_ENTRY = 8;
const BYTES_OF_PLACE = 2;
/** PostgreSQL's notation of an entry; ours contain no quotes. */
const ENTRY = /'([^']+)':([\dA-D,]+)/g;
/** The distance between unrelated texts: one person and the next, one file name and the next. */
const GAP = 10;
const RECIPIENTS_INDEXED = 200;
/** For the original that a draft quotes. */
const QUOTE_CHARACTERS = 20_000;
export const SEGMENT_SECONDS = 4_000_000;

/**
 * Words are indexed under their mailbox and a time segment (46 days). So a search reads only entries of its
 * own mailbox, however many others have the word; and it reads the newest segments first and stops when the
 * page is full, however common the word is.
 */
function segmentOf(receivedAt: number): number {
  return Math.max(0, Math.floor(receivedAt / SEGMENT_SECONDS));
}

export function segmentPrefix(mailboxId: number, segment: number): string {
  return `${mailboxId.toString(16)}.${segment.toString(16)}.`;
}

/** The prefix of every word of a message in the index. */
export function segmentPrefixOf(mailboxId: number, receivedAt: number): string {
  return segmentPrefix(mailboxId, segmentOf(receivedAt));
}

/** The message's words as a tsvector in text form, with positions and weights for relevance. */
export function searchVector(message: Searchable): string {
  const { entries, add, isLong } = collectEntries(BYTES_INDEXED, (lexeme) => lexeme.length * 3 + 32);
  const addPeople = (place: Place, people: MailAddress[], weight: string) => {
    let at = 1;
    for (const { name, email } of people) {
      at = add(place, `${name} ${email}`, weight, at) + GAP;
      const address = addressWord(email);
      if (address !== null) entries.set(place + address, [`1${weight}`]);
    }
  };
  add('s', message.subject, 'A');
  addPeople('f', [message.from], 'B');
  addPeople('t', message.recipients.slice(0, RECIPIENTS_INDEXED), 'C');
  let name = 1;
  for (const attachment of message.attachmentNames) name = add('a', attachment, 'D', name) + GAP;
  add('w', message.text, 'D');
  if (isLong()) entries.set(LONG_MESSAGE, ['1D']);
  return writeVector(entries, segmentPrefixOf(message.mailboxId, message.receivedAt));
}

/** The words of a file in the same form, without a message's prefix: it may be attached to many. */
export function fileVector(text: string): string {
  const { entries, add, isLong } = collectEntries(FILE_BYTES_INDEXED, bytesInFile);
  add('a', text, '');
  if (isLong()) entries.set(LONG_FILES, ['1']);
  return writeVector(entries, '');
}

/**
 * The words of a message's files, to be merged with its other words: after the names of its attachments, file
 * by file.
 */
export function filesVector(
  message: Pick<Searchable, 'mailboxId' | 'receivedAt' | 'attachmentNames'>,
  files: string[],
): string {
  const prefix = segmentPrefixOf(message.mailboxId, message.receivedAt);
  const entries = new Map<string, string[]>();
  const namesEnd = message.attachmentNames.map((name) => writtenWords(name).length + GAP);
  let before = namesEnd.reduce((sum, length) => sum + length, 0);
  let left = FILE_BYTES_INDEXED;
  for (const file of files) {
    let last = before;
    for (const [, lexeme = '', written = ''] of file.matchAll(ENTRY)) {
      const known = entries.get(lexeme) ?? [];
      if (known.length === 0) left -= bytesInFile(prefix + lexeme);
      if (left < 0) break;
      entries.set(lexeme, known);
      if (lexeme === LONG_FILES) {
        known[0] = '1';
        continue;
      }
      for (const place of written.split(',')) {
        const at = before + Number.parseInt(place, 10);
        last = Math.max(last, at);
        if (at > LAST_PLACE || known.length >= PLACES_OF_WORD) entries.set(LONG_FILES, ['1']);
        if (known.length >= PLACES_OF_WORD) break;
        known.push(String(Math.min(at, LAST_PLACE)));
        left -= BYTES_OF_PLACE;
      }
    }
    before = Math.min(last, LAST_PLACE) + GAP;
  }
  return writeVector(entries, prefix);
}

type Entries = {
  entries: Map<string, string[]>;
  /** Returns the position after the last word. */
  add(place: Place, text: string, weight: string, from?: number): number;
  /** Whether positions of any word were left out. */
  isLong(): boolean;
};

function bytesInFile(lexeme: string): number {
  return Buffer.byteLength(lexeme) + BYTES_OF_ENTRY;
}

function collectEntries(mostBytes: number, bytesOf: (lexeme: string) => number): Entries {
  const entries = new Map<string, string[]>();
  let bytes = 0;
  let isLong = false;
  return {
    entries,
    isLong: () => isLong,
    add(place, text, weight, from = 1) {
      let at = from;
      for (const word of lexemesOf(text)) {
        const lexeme = place + word;
        let known = entries.get(lexeme);
        if (known === undefined) {
          if (bytes > mostBytes) return at;
          known = [];
          entries.set(lexeme, known);
          bytes += bytesOf(lexeme);
        }
        if (at > LAST_PLACE || known.length >= PLACES_OF_WORD) isLong = true;
        if (known.length < PLACES_OF_WORD) {
          known.push(`${Math.min(at, LAST_PLACE)}${weight}`);
          bytes += BYTES_OF_PLACE;
        }
        at += 1;
      }
      return at;
    },
  };
}

function writeVector(entries: Map<string, string[]>, prefix: string): string {
  return Array.from(entries, ([lexeme, at]) => `'${prefix}${lexeme}':${at.join(',')}`).join(' ');
}

/** The words of a quoted original, stored so that it can be indexed repeatedly. */
export function wordsToIndex(text: string): string {
  return clip(text, QUOTE_CHARACTERS);
}
