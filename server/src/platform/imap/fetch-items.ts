import type { BodySection } from '../mime/body-sections.ts';
import type { CommandParser } from './command-parser.ts';
import { serializeString } from './serialize.ts';
import { SyntaxFault } from './syntax-fault.ts';

/** Which bytes of a message are asked for (RFC 9051 section 6.4.5.1). */
export type Section = BodySection & {
  /** Of a header no more than these fields, or all but these; in small letters. */
  fields: { names: string[]; only: boolean } | null;
};

export type Partial = { start: number; count: number };

export type BytesItem = {
  name: 'BYTES';
  section: Section;
  /** Leaves the message unread. */
  peek: boolean;
  partial: Partial | null;
  /** What stands before the bytes in the answer. */
  label: string;
};

/** A part without its transfer encoding, or how long that is (RFC 3516). */
export type BinaryItem = {
  name: 'BINARY' | 'BINARY.SIZE';
  path: number[];
  peek: boolean;
  partial: Partial | null;
  label: string;
};

const SIMPLE = [
  'UID',
  'FLAGS',
  'INTERNALDATE',
  'RFC822.SIZE',
  'ENVELOPE',
  'BODYSTRUCTURE',
  'MODSEQ',
  'EMAILID',
  'THREADID',
  'SAVEDATE',
  'PREVIEW',
] as const;
export type SimpleItem = (typeof SIMPLE)[number];

export type FetchItem = { name: SimpleItem } | { name: 'BODY' } | BytesItem | BinaryItem;

const MACROS: { [name: string]: readonly FetchItem[] | undefined } = {
  FAST: items('FLAGS', 'INTERNALDATE', 'RFC822.SIZE'),
  ALL: items('FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'),
  FULL: [...items('FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'), { name: 'BODY' }],
};
const WHOLE: Section = { path: [], of: null, fields: null };
const OLD_NAMES: { [name: string]: BytesItem | undefined } = {
  RFC822: { name: 'BYTES', section: WHOLE, peek: false, partial: null, label: 'RFC822' },
  'RFC822.HEADER': {
    name: 'BYTES',
    section: { ...WHOLE, of: 'header' },
    peek: true,
    partial: null,
    label: 'RFC822.HEADER',
  },
  'RFC822.TEXT': {
    name: 'BYTES',
    section: { ...WHOLE, of: 'text' },
    peek: false,
    partial: null,
    label: 'RFC822.TEXT',
  },
};
const WHICH: { [text: string]: 'header' | 'text' | 'mime' | undefined } = {
  HEADER: 'header',
  'HEADER.FIELDS': 'header',
  'HEADER.FIELDS.NOT': 'header',
  TEXT: 'text',
  MIME: 'mime',
};
const MOST_ITEMS = 100;
const MOST_FIELDS = 200;
const PART = /^(?:[1-9]\d{0,8}\.)*[1-9]\d{0,8}$/;

function items(...names: SimpleItem[]): FetchItem[] {
  return names.map((name) => ({ name }));
}

export function parseFetchItems(parser: CommandParser): FetchItem[] {
  if (!parser.startsWith('(')) return oneOrMacro(parser);
  const parsed = parser.list(() => parseItem(parser));
  if (parsed.length === 0) throw new SyntaxFault('FETCH asks for one item or more');
  if (parsed.length > MOST_ITEMS) throw new SyntaxFault(`A FETCH asks for up to ${MOST_ITEMS} items`);
  return parsed;
}

function oneOrMacro(parser: CommandParser): FetchItem[] {
  for (const [name, macro] of Object.entries(MACROS)) if (macro && parser.take(name)) return [...macro];
  return [parseItem(parser)];
}

function parseItem(parser: CommandParser): FetchItem {
  const name = parser.item();
  const simple = SIMPLE.find((known) => known === name);
  // A preview is always at hand, so that a client that would do without it gets it too (RFC 8970 section 3.2).
  if (simple === 'PREVIEW') parser.take(' (LAZY)');
  if (simple !== undefined) return { name: simple };
  const old = Object.hasOwn(OLD_NAMES, name) ? OLD_NAMES[name] : undefined;
  if (old !== undefined) return old;
  if (name === 'BINARY' || name === 'BINARY.PEEK' || name === 'BINARY.SIZE') return parseBinary(parser, name);
  if (name !== 'BODY' && name !== 'BODY.PEEK') throw new SyntaxFault(`${name} is nothing to be fetched`);
  if (!parser.take('[')) {
    if (name === 'BODY.PEEK') throw new SyntaxFault('BODY.PEEK has a section');
    return { name: 'BODY' };
  }
  const { section, label } = parseSection(parser);
  parser.expect(']');
  const partial = parsePartial(parser);
  const at = partial === null ? '' : `<${partial.start}>`;
  return { name: 'BYTES', section, peek: name === 'BODY.PEEK', partial, label: `BODY[${label}]${at}` };
}

function parseBinary(parser: CommandParser, word: 'BINARY' | 'BINARY.PEEK' | 'BINARY.SIZE'): BinaryItem {
  const name = word === 'BINARY.SIZE' ? word : 'BINARY';
  parser.expect('[');
  const numbers = parser.startsWith(']') ? '' : parser.item();
  if (numbers !== '' && !PART.test(numbers)) throw badSection(numbers);
  parser.expect(']');
  const partial = name === 'BINARY' ? parsePartial(parser) : null;
  const at = partial === null ? '' : `<${partial.start}>`;
  const path = numbers === '' ? [] : numbers.split('.').map(Number);
  return { name, path, peek: word !== 'BINARY', partial, label: `${name}[${numbers}]${at}` };
}

function parseSection(parser: CommandParser): { section: Section; label: string } {
  if (parser.startsWith(']')) return { section: WHOLE, label: '' };
  const words = parser.item();
  const [, numbers, text] = /^((?:\d+\.)*\d+)?\.?([A-Z.]*)$/.exec(words) ?? [];
  if (numbers === undefined && (text === undefined || words.startsWith('.'))) throw badSection(words);
  if (numbers !== undefined && !PART.test(numbers)) throw badSection(words);
  const path = numbers?.split('.').map(Number) ?? [];
  if (text === '' && !words.endsWith('.')) return { section: { path, of: null, fields: null }, label: words };
  const of = WHICH[text ?? ''];
  if (of === undefined || (of === 'mime' && path.length === 0)) throw badSection(words);
  if (text !== 'HEADER.FIELDS' && text !== 'HEADER.FIELDS.NOT')
    return { section: { path, of, fields: null }, label: words };
  parser.space();
  const given = parser.list(() => parser.text());
  if (given.length === 0 || given.length > MOST_FIELDS)
    throw new SyntaxFault(`1 to ${MOST_FIELDS} header fields`);
  const names = [...new Set(given.map((field) => field.toLowerCase()))];
  const label = `${words} (${given.map(writeField).join(' ')})`;
  return { section: { path, of, fields: { names, only: text === 'HEADER.FIELDS' } }, label };
}

function writeField(name: string): string {
  return /^[A-Za-z0-9-]+$/.test(name) ? name : serializeString(name);
}

function badSection(words: string): SyntaxFault {
  return new SyntaxFault(`${words} is no section of a message`);
}

function parsePartial(parser: CommandParser): Partial | null {
  if (!parser.take('<')) return null;
  const start = parser.number();
  parser.expect('.');
  const count = parser.number();
  parser.expect('>');
  if (count === 0) throw new SyntaxFault('A partial fetch is of one byte or more');
  return { start, count };
}
