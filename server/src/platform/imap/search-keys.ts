import { type CommandParser, decodeUtf8, NESTING } from './command-parser.ts';
import type { SequenceSet } from './sequence-set.ts';
import { SyntaxFault } from './syntax-fault.ts';

export type HeaderField = 'from' | 'to' | 'cc' | 'bcc' | 'subject';
export type SystemFlag = 'seen' | 'flagged' | 'answered' | 'draft' | 'deleted';

/** What SEARCH looks for (RFC 9051 section 6.4.4); days are midnights in UTC, in Unix seconds. */
export type SearchKey =
  | { key: 'all' }
  | { key: 'none' }
  | { key: 'and'; keys: SearchKey[] }
  | { key: 'or'; keys: [SearchKey, SearchKey] }
  | { key: 'not'; of: SearchKey }
  | { key: 'flag'; flag: SystemFlag; set: boolean }
  | { key: 'keyword'; keyword: string; set: boolean }
  | { key: 'numbers'; set: SequenceSet; byUid: boolean }
  | { key: 'size'; than: 'larger' | 'smaller'; bytes: number }
  | { key: 'received' | 'sent' | 'saved'; from: number | null; to: number | null }
  | { key: 'age'; than: 'younger' | 'older'; seconds: number }
  | { key: 'modseq'; least: number }
  | { key: 'object'; of: 'email' | 'thread'; id: string }
  | { key: 'field'; field: HeaderField; text: string }
  | { key: 'header'; name: string; text: string }
  | { key: 'body' | 'text'; text: string };

export const RETURN_OPTIONS = ['MIN', 'MAX', 'ALL', 'COUNT', 'SAVE'] as const;
export type ReturnOption = (typeof RETURN_OPTIONS)[number];

export type SearchAsked = {
  /** Null: the answer of RFC 3501; none named: ALL (RFC 4731). */
  returns: ReturnOption[] | null;
  keys: SearchKey;
};

const MOST_KEYS = 500;
const DAY_SECONDS = 86_400;
const CHARSETS = ['UTF-8', 'US-ASCII'];
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DATE = /^(\d{1,2})-([A-Z]{3})-(\d{4})$/;

/** The charset is none that is read: answered with those that are. */
export class UnknownCharset extends Error {
  override name = 'UnknownCharset';
}

export function parseSearch(parser: CommandParser): SearchAsked & { charset: boolean } {
  parser.space();
  const returns = parseReturns(parser);
  const charset = parser.take('CHARSET ');
  if (charset) {
    checkCharset(parser);
    parser.space();
  }
  return { returns, charset, keys: parseKeys(parser) };
}

/** What SEARCH and SORT are to answer, and the space behind it. */
export function parseReturns(parser: CommandParser): ReturnOption[] | null {
  if (!parser.take('RETURN ')) return null;
  const returns = parser.list(() => returnOption(parser.word('a return option')));
  parser.space();
  return returns;
}

export function checkCharset(parser: CommandParser): void {
  if (!CHARSETS.includes(parser.text().toUpperCase()))
    throw new UnknownCharset(`The charset has to be one of ${CHARSETS.join(', ')}`);
}

/** All keys up to the end of the command. */
export function parseKeys(parser: CommandParser): SearchKey {
  const counter = { keys: 0 };
  const keys: SearchKey[] = [];
  do keys.push(parseKey(parser, counter, 0));
  while (parser.take(' '));
  parser.end();
  return { key: 'and', keys };
}

function returnOption(word: string): ReturnOption {
  const option = RETURN_OPTIONS.find((known) => known === word);
  if (option === undefined) throw new SyntaxFault(`${word} is no return option`);
  return option;
}

function parseKey(parser: CommandParser, counter: { keys: number }, depth: number): SearchKey {
  counter.keys += 1;
  if (counter.keys > MOST_KEYS) throw new SyntaxFault(`A SEARCH has up to ${MOST_KEYS} keys`);
  if (depth > NESTING) throw new SyntaxFault(`Keys may be nested ${NESTING} deep`);
  const inner = () => {
    parser.space();
    return parseKey(parser, counter, depth + 1);
  };
  if (parser.startsWith('(')) {
    const keys = parser.list(() => parseKey(parser, counter, depth + 1));
    if (keys.length === 0) throw new SyntaxFault('There is nothing in the brackets');
    return { key: 'and', keys };
  }
  if (parser.isAtNumbers()) return { key: 'numbers', set: parser.sequenceSet(), byUid: false };
  const word = parser.word('a search key');
  if (word === 'NOT') return { key: 'not', of: inner() };
  if (word === 'OR') return { key: 'or', keys: [inner(), inner()] };
  const simple = Object.hasOwn(SIMPLE, word) ? SIMPLE[word] : undefined;
  if (simple) return simple;
  const withArgument = Object.hasOwn(WITH_ARGUMENT, word) ? WITH_ARGUMENT[word] : undefined;
  if (!withArgument) throw new SyntaxFault(`${word} is no search key`);
  parser.space();
  return withArgument(parser);
}

function flag(name: SystemFlag, set: boolean): SearchKey {
  return { key: 'flag', flag: name, set };
}

/** No session is the first to be told of a message, so that none is recent. */
const SIMPLE: { [word: string]: SearchKey | undefined } = {
  ALL: { key: 'all' },
  ANSWERED: flag('answered', true),
  DELETED: flag('deleted', true),
  DRAFT: flag('draft', true),
  FLAGGED: flag('flagged', true),
  SEEN: flag('seen', true),
  UNANSWERED: flag('answered', false),
  UNDELETED: flag('deleted', false),
  UNDRAFT: flag('draft', false),
  UNFLAGGED: flag('flagged', false),
  UNSEEN: flag('seen', false),
  NEW: { key: 'none' },
  RECENT: { key: 'none' },
  OLD: { key: 'all' },
  SAVEDATESUPPORTED: { key: 'all' },
};

type Reads = (parser: CommandParser) => SearchKey;

function field(name: HeaderField): Reads {
  return (parser) => ({ key: 'field', field: name, text: searched(parser) });
}

function day(
  key: 'received' | 'sent' | 'saved',
  range: (at: number) => [number | null, number | null],
): Reads {
  return (parser) => {
    const [from, to] = range(parseDate(parser));
    return { key, from, to };
  };
}

const before = (at: number): [null, number] => [null, at];
const on = (at: number): [number, number] => [at, at + DAY_SECONDS];
const since = (at: number): [number, null] => [at, null];

const WITH_ARGUMENT: { [word: string]: Reads | undefined } = {
  BCC: field('bcc'),
  CC: field('cc'),
  FROM: field('from'),
  SUBJECT: field('subject'),
  TO: field('to'),
  BODY: (parser) => ({ key: 'body', text: searched(parser) }),
  TEXT: (parser) => ({ key: 'text', text: searched(parser) }),
  HEADER(parser) {
    const name = parser.text().toLowerCase();
    parser.space();
    const text = searched(parser);
    const known = (['from', 'to', 'cc', 'bcc', 'subject'] as const).find((one) => one === name);
    return known && text !== '' ? { key: 'field', field: known, text } : { key: 'header', name, text };
  },
  KEYWORD: (parser) => ({ key: 'keyword', keyword: parser.atom('a keyword'), set: true }),
  UNKEYWORD: (parser) => ({ key: 'keyword', keyword: parser.atom('a keyword'), set: false }),
  LARGER: (parser) => ({ key: 'size', than: 'larger', bytes: parser.number() }),
  SMALLER: (parser) => ({ key: 'size', than: 'smaller', bytes: parser.number() }),
  BEFORE: day('received', before),
  ON: day('received', on),
  SINCE: day('received', since),
  SENTBEFORE: day('sent', before),
  SENTON: day('sent', on),
  SENTSINCE: day('sent', since),
  SAVEDBEFORE: day('saved', before),
  SAVEDON: day('saved', on),
  SAVEDSINCE: day('saved', since),
  EMAILID: (parser) => ({ key: 'object', of: 'email', id: parser.atom('an id') }),
  THREADID: (parser) => ({ key: 'object', of: 'thread', id: parser.atom('an id') }),
  OLDER: (parser) => ({ key: 'age', than: 'older', seconds: parser.number() }),
  YOUNGER: (parser) => ({ key: 'age', than: 'younger', seconds: parser.number() }),
  UID: (parser) => ({ key: 'numbers', set: parser.sequenceSet(), byUid: true }),
  MODSEQ(parser) {
    // The name of an entry and its kind, which change nothing here (RFC 7162 section 3.1.5).
    if (parser.startsWith('"')) {
      parser.string();
      parser.space();
      parser.word('priv, shared or all');
      parser.space();
    }
    return { key: 'modseq', least: parser.modseq() };
  },
};

function searched(parser: CommandParser): string {
  return decodeUtf8(parser.astring());
}

function parseDate(parser: CommandParser): number {
  const text = parser.text().toUpperCase();
  const [, date, month = '', year] = DATE.exec(text) ?? [];
  const index = MONTHS.indexOf(month);
  const at = Date.UTC(Number(year), index, Number(date)) / 1000;
  if (date === undefined || index === -1 || new Date(at * 1000).getUTCDate() !== Number(date))
    throw new SyntaxFault(`${text} is no date such as 1-Feb-2026`);
  return at;
}

const DATE_TIME = /^ ?(\d{1,2})-([A-Z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;

/** The time of an APPEND in Unix seconds (RFC 9051 section 9, date-time). */
export function parseDateTime(text: string): number {
  const [, date, month = '', year, hour, minute, second, sign, zoneHour, zoneMinute] =
    DATE_TIME.exec(text.toUpperCase()) ?? [];
  const index = MONTHS.indexOf(month);
  if (date === undefined || index === -1)
    throw new SyntaxFault('That is no time such as "01-Feb-2026 08:00:00 +0700"');
  const local =
    Date.UTC(Number(year), index, Number(date), Number(hour), Number(minute), Number(second)) / 1000;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60;
  return local - (sign === '-' ? -zone : zone);
}
