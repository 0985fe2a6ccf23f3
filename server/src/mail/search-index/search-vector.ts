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
 * Where a word stands, as the first letter of its lexeme: in the body, in the subject, in the sender's name or
 * address, in a recipient's, in the name of an attachment or the text of one. Weights alone would not do: the index does not
 * hold them, and reading a hundred thousand vectors to see where a common word stands takes seconds.
 */
export type Place = 'w' | 's' | 'f' | 't' | 'a';

/** A message has this word if it is too long for the places of all its words to be known. */
export const LONG_MESSAGE = 'l/';

/** The same of the text of its files. */
export const LONG_FILES = 'm/';

/** PostgreSQL's limits: of a place, of the places of one word, and of all words in bytes (1 MB). */
const LAST_PLACE = 16_383;
const PLACES_OF_WORD = 255;
const BYTES_INDEXED = 700_000;
/** What is left to the text of its files. */
const FILE_BYTES_INDEXED = 300_000;
const BYTES_OF_ENTRY = 8;
const BYTES_OF_PLACE = 2;
/** As PostgreSQL writes an entry; in ours there are no quotes. */
const ENTRY = /'([^']+)':([\dA-D,]+)/g;
/** Between what does not stand together: one person and the next, one file name and the next. */
const GAP = 10;
const RECIPIENTS_INDEXED = 200;
/** Of the original that a draft quotes. */
const QUOTE_CHARACTERS = 20_000;
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

/** The message's words as a tsvector in text form: each with its places, and their weights, which relevance goes by. */
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

/** What a file says, in the same form and without the prefix of a message: it may be attached to many. */
export function fileVector(text: string): string {
  const { entries, add, isLong } = collectEntries(FILE_BYTES_INDEXED, bytesInFile);
  add('a', text, '');
  if (isLong()) entries.set(LONG_FILES, ['1']);
  return writeVector(entries, '');
}

/** The words of a message's files, as they join its other words: behind the names of its attachments, file by file. */
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
  /** Answers the place behind the last word. */
  add(place: Place, text: string, weight: string, from?: number): number;
  /** Whether some place of a word is left out. */
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

/** The words of a quoted original, for whoever keeps them to index them again and again. */
export function wordsToIndex(text: string): string {
  return clip(text, QUOTE_CHARACTERS);
}
