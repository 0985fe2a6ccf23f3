import { decodeCharset } from './decode-charset.ts';
import { decodeHeaderText, hexDigit } from './decode-words.ts';
import { mailLimits } from './mail-limits.ts';

/** A header like Content-Type: its value in lower case, and its parameters decoded. */
export type ParameterHeader = { value: string; parameters: Map<string, string> };

type Section = { index: number; encoded: boolean; value: string };

/** A header like Content-Type as written: its value in lower case, and its parameters undecoded. */
type WrittenHeader = { value: string; plain: Map<string, string>; sections: Map<string, Section[]> };

/** Reads `value; name=…`, with RFC 2231 charsets and continuations, quoted strings and comments. */
export function parseParameters(header: string, fallbackCharset: string | null): ParameterHeader {
  const { value, plain, sections } = readWritten(header);
  const parameters = new Map<string, string>();
  for (const [name, text] of plain) parameters.set(name, decodeHeaderText(text, fallbackCharset));
  for (const [name, list] of sections) {
    const joined = joinSections(list, fallbackCharset);
    if (joined !== '') parameters.set(name, joined);
  }
  return { value, parameters };
}

/**
 * Like `parseParameters`, undecoded: continuations are joined, and a parameter with a charset keeps its
 * asterisk (RFC 2231, section 6), one character per byte.
 */
export function parseRawParameters(header: string): { value: string; parameters: [string, string][] } {
  const { value, plain, sections } = readWritten(header);
  const joined = [...sections].map(([name, list]): [string, string] => {
    const pieces = inOrder(list);
    const encoded = pieces.some((piece) => piece.encoded);
    const text = pieces.map((piece) =>
      encoded && !piece.encoded ? percentEncode(piece.value) : piece.value,
    );
    return [encoded ? `${name}*` : name, text.join('')];
  });
  return { value, parameters: [...plain, ...joined] };
}

function readWritten(header: string): WrittenHeader {
  const [first, ...rest] = splitParameters(header);
  const plain = new Map<string, string>();
  const sections = new Map<string, Section[]>();
  for (const piece of rest) {
    const equals = piece.indexOf('=');
    if (equals <= 0) continue;
    const name = piece.slice(0, equals).trim().toLowerCase();
    const value = unquote(piece.slice(equals + 1).trim());
    const star = name.indexOf('*');
    if (star < 0) {
      if (!plain.has(name)) plain.set(name, value);
      continue;
    }
    const base = name.slice(0, star);
    const parts = /^\*(\d{1,4})?(\*)?$/.exec(name.slice(star));
    if (parts === null) continue;
    const section = {
      index: Number(parts[1] ?? 0),
      encoded: parts[1] === undefined || parts[2] !== undefined,
      value,
    };
    const list = sections.get(base);
    if (list === undefined) sections.set(base, [section]);
    else list.push(section);
  }
  return { value: (first ?? '').replace(/\s+/g, '').toLowerCase(), plain, sections };
}

/** Splits at the semicolons outside of quotes and comments; comments are dropped. */
function splitParameters(header: string): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let quoted = false;
  // An unclosed quote would swallow the boundary: then quotes are ignored.
  const quotesBalance = header.lastIndexOf('"') > header.indexOf('"');
  let commentDepth = 0;
  let copied = 0;
  for (let at = 0; at < header.length && pieces.length < mailLimits.parameters; at += 1) {
    const character = header[at];
    if (character === '\\' && (quoted || commentDepth > 0)) at += 1;
    else if (character === '"' && commentDepth === 0 && quotesBalance) quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(' && (commentDepth > 0 || isOutsideToken(header, at))) {
      if (commentDepth === 0) piece.push(header.slice(copied, at));
      commentDepth += 1;
    } else if (character === ')' && commentDepth > 0) {
      commentDepth -= 1;
      copied = at + 1;
    } else if (character === ';' && commentDepth === 0) {
      piece.push(header.slice(copied, at));
      pieces.push(piece.join(''));
      piece = [];
      copied = at + 1;
    }
  }
  if (commentDepth === 0) piece.push(header.slice(copied));
  if (pieces.length < mailLimits.parameters) pieces.push(piece.join(''));
  return pieces;
}

function isOutsideToken(header: string, at: number): boolean {
  const before = header[at - 1];
  return before === undefined || before === ' ' || before === '\t' || before === ';' || before === '"';
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value;
  const inner = value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value.slice(1);
  return inner.includes('\\') ? inner.replace(/\\([\\"])/g, '$1') : inner;
}

/** Sorted by number, without duplicates. */
function inOrder(list: Section[]): Section[] {
  const sorted = list.toSorted((one, other) => one.index - other.index);
  return sorted.filter(({ index }, at) => index !== sorted[at - 1]?.index);
}

function percentEncode(value: string): string {
  return value.replace(
    /[^\w!#$&+.^`{}~-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

function joinSections(list: Section[], fallbackCharset: string | null): string {
  let charset: string | null = null;
  const chunks: Buffer[] = [];
  let anyEncoded = false;
  for (const section of inOrder(list)) {
    let value = section.value;
    if (section.encoded && !anyEncoded) {
      const parts = /^([^']{0,60})'[^']{0,60}'/.exec(value);
      if (parts !== null) {
        charset = parts[1] || null;
        value = value.slice(parts[0].length);
      }
    }
    anyEncoded ||= section.encoded;
    chunks.push(section.encoded ? percentDecode(value) : Buffer.from(value, 'latin1'));
  }
  const bytes = Buffer.concat(chunks);
  return anyEncoded
    ? decodeCharset(bytes, charset ?? fallbackCharset)
    : decodeHeaderText(bytes.toString('latin1'), fallbackCharset);
}

function percentDecode(value: string): Buffer {
  const out = Buffer.from(value, 'latin1');
  let length = 0;
  for (let at = 0; at < out.length; at += 1) {
    const byte = out[at] ?? 0;
    const high = byte === 37 ? hexDigit(out[at + 1]) : -1;
    const low = high >= 0 ? hexDigit(out[at + 2]) : -1;
    out[length] = low >= 0 ? high * 16 + low : byte;
    if (low >= 0) at += 2;
    length += 1;
  }
  return out.subarray(0, length);
}
