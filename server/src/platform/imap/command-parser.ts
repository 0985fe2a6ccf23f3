import type { CommandPart, Literal } from './read-command.ts';
import { parseSequenceSet, type SequenceSet } from './sequence-set.ts';
import { SyntaxFault } from './syntax-fault.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** How deep brackets may be nested (SEARCH alone nests by its grammar). */
export const NESTING = 50;
const LARGEST_NUMBER = 4_294_967_295;
const ATOM = charset((code) => !`(){ %*"\\]`.includes(String.fromCharCode(code)));
const ASTRING = charset((code) => !`(){ %*"\\`.includes(String.fromCharCode(code)));
const LIST_MAILBOX = charset((code) => !`(){ "\\`.includes(String.fromCharCode(code)));
const SEQUENCE = charset((code) => /[\d:,*$]/.test(String.fromCharCode(code)));
const BASE64 = charset((code) => /[A-Za-z0-9+/=]/.test(String.fromCharCode(code)));
/** A section of BODY is read by its own grammar: up to its bracket. */
const ITEM = charset((code) => !`()[]{ "\\`.includes(String.fromCharCode(code)));

/** Printable ASCII that matches. */
function charset(has: (code: number) => boolean): boolean[] {
  return Array.from({ length: 256 }, (_, code) => code > SPACE && code < 0x7f && has(code));
}

/** Reads a command from left to right by the grammar of RFC 9051 section 9; what is not of it throws a SyntaxFault. */
export class CommandParser {
  private readonly parts: CommandPart[];
  private index = 0;
  private at = 0;
  private depth = 0;

  constructor(parts: CommandPart[]) {
    this.parts = parts;
    for (const part of parts) {
      if (!Buffer.isBuffer(part)) continue;
      if (part.includes(0)) throw new SyntaxFault('A NUL byte may stand in a literal8 only');
      if (part.includes(0x0d)) throw new SyntaxFault('A line ends with CR LF');
    }
  }

  tag(): string {
    const tag = this.run(ASTRING, 'a tag');
    if (tag.includes('+')) throw new SyntaxFault('A tag has no +');
    return tag;
  }

  atom(what = 'an atom'): string {
    return this.run(ATOM, what);
  }

  /** An atom in capitals. */
  word(what = 'a word'): string {
    return this.atom(what).toUpperCase();
  }

  /** The name of a data item, up to a bracket. */
  item(): string {
    return this.run(ITEM, 'a data item').toUpperCase();
  }

  /** An option or flag, which may begin with a backslash; in capitals. */
  attribute(): string {
    const slash = this.take('\\') ? '\\' : '';
    return slash + this.word('an option');
  }

  /** The first answer of a mechanism (RFC 4959); `=` stands for an empty one. */
  base64(): string {
    const text = this.run(BASE64, 'base64');
    return text === '=' ? '' : text;
  }

  number(): number {
    const digits = this.digits('a number');
    const value = Number(digits);
    if (value > LARGEST_NUMBER) throw new SyntaxFault(`${digits} is too large a number`);
    return value;
  }

  /** A mod-sequence (RFC 7162): 63 bits, of which ours need 53. */
  modseq(): number {
    return Math.min(Number(this.digits('a mod-sequence')), Number.MAX_SAFE_INTEGER);
  }

  sequenceSet(): SequenceSet {
    return parseSequenceSet(this.run(SEQUENCE, 'a set of messages'));
  }

  astring(): Buffer {
    const next = this.peek();
    if (next === QUOTE || next === null) return this.string();
    return Buffer.from(this.run(ASTRING, 'a string'), 'latin1');
  }

  string(): Buffer {
    if (this.peek() === QUOTE) return this.quoted();
    const { bytes } = this.literal();
    if (bytes === null) throw new SyntaxFault('This literal is too large for this place');
    return bytes;
  }

  /** Text in UTF-8; what is none is refused. */
  text(): string {
    return decodeUtf8(this.astring());
  }

  /** `null` for NIL. */
  nstring(): string | null {
    if (this.peek() === QUOTE || this.peek() === null) return decodeUtf8(this.string());
    if (this.word('NIL or a string') !== 'NIL') throw new SyntaxFault('Expected NIL or a string');
    return null;
  }

  /** The pattern of a LIST. */
  listMailbox(): string {
    const next = this.peek();
    if (next === QUOTE || next === null) return decodeUtf8(this.string());
    return this.run(LIST_MAILBOX, 'a pattern of mailbox names');
  }

  literal(): Literal {
    const part = this.isAtPartEnd() ? this.parts[this.index + 1] : undefined;
    if (part === undefined || Buffer.isBuffer(part)) throw this.expected('a literal');
    this.index += 2;
    this.at = 0;
    return part;
  }

  /** One or more, with spaces between, in brackets. */
  list<T>(read: () => T): T[] {
    this.open();
    const items: T[] = [];
    if (!this.take(')')) {
      do items.push(read());
      while (this.take(' '));
      this.close();
    } else this.depth -= 1;
    return items;
  }

  open(): void {
    this.expect('(');
    this.depth += 1;
    if (this.depth > NESTING) throw new SyntaxFault(`Brackets may be nested ${NESTING} deep`);
  }

  close(): void {
    this.expect(')');
    this.depth -= 1;
  }

  space(): void {
    if (!this.take(' ')) throw this.expected('a space');
  }

  /** Takes this text where it comes next. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.expected(`"${text}"`);
  }

  startsWith(text: string): boolean {
    const part = this.parts[this.index];
    if (!Buffer.isBuffer(part)) return false;
    return (
      part
        .subarray(this.at, this.at + text.length)
        .toString('latin1')
        .toUpperCase() === text
    );
  }

  isAtNumbers(): boolean {
    const next = this.peek();
    return next !== null && SEQUENCE[next] === true;
  }

  isAtEnd(): boolean {
    return this.isAtPartEnd() && this.index === this.parts.length - 1;
  }

  isAtLiteral(): boolean {
    return this.isAtPartEnd() && !this.isAtEnd();
  }

  end(): void {
    if (!this.isAtEnd()) throw new SyntaxFault('There is more in this command than belongs to it');
  }

  private quoted(): Buffer {
    const part = this.parts[this.index] as Buffer;
    const bytes: number[] = [];
    for (let at = this.at + 1; at < part.length; at += 1) {
      let byte = part[at] as number;
      if (byte === QUOTE) {
        this.at = at + 1;
        return Buffer.from(bytes);
      }
      if (byte === BACKSLASH) {
        at += 1;
        byte = part[at] ?? 0;
        if (byte !== QUOTE && byte !== BACKSLASH)
          throw new SyntaxFault('In a quoted string a backslash stands before " or \\ only');
      }
      bytes.push(byte);
    }
    throw new SyntaxFault('A quoted string does not end');
  }

  private digits(what: string): string {
    const part = this.parts[this.index];
    const start = this.at;
    if (Buffer.isBuffer(part)) while (isDigit(part[this.at])) this.at += 1;
    if (!Buffer.isBuffer(part) || this.at === start) throw this.expected(what);
    if (this.at - start > 20) throw new SyntaxFault('A number is too long');
    return part.subarray(start, this.at).toString('latin1');
  }

  private run(set: boolean[], what: string): string {
    const part = this.parts[this.index];
    const start = this.at;
    if (Buffer.isBuffer(part)) while (set[part[this.at] ?? 0]) this.at += 1;
    if (!Buffer.isBuffer(part) || this.at === start) throw this.expected(what);
    return part.subarray(start, this.at).toString('latin1');
  }

  /** Null before a literal, and at the end. */
  private peek(): number | null {
    const part = this.parts[this.index];
    return Buffer.isBuffer(part) ? (part[this.at] ?? null) : null;
  }

  private isAtPartEnd(): boolean {
    const part = this.parts[this.index];
    return Buffer.isBuffer(part) && this.at >= part.length;
  }

  private expected(what: string): SyntaxFault {
    return new SyntaxFault(`Expected ${what} at byte ${this.at + 1}`);
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new SyntaxFault('A string is not in UTF-8');
  }
}
