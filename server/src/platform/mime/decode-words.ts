import { isAscii } from 'node:buffer';
import { decodeCharset, isAsciiBased, tidy } from './decode-charset.ts';

/** Far more than RFC 2047 allows; without a limit, searching for each word's end would be quadratic. */
const longestWord = 2_000;

type Word = { charset: string; base64: boolean; data: string; end: number };

const ESC = '\x1b';
/** RFC 1468: from the first escape to Japanese up to the one back to ASCII. */
const JAPANESE = new RegExp(`${ESC}(?:\\$[@B]|\\([IJ])[\\s\\S]*?(?:${ESC}\\(B|$)`, 'g');
const TWO_BYTES = new RegExp(`${ESC}\\$[@B][^${ESC}]*`, 'g');

/** A header's raw bytes (one character each) as text, before encoded words are decoded. */
export function decodeHeaderBytes(value: string, fallbackCharset: string | null): string {
  if (!value.includes(ESC)) return decodePlain(value, fallbackCharset);
  const out: string[] = [];
  let copied = 0;
  for (const { 0: japanese, index } of value.matchAll(JAPANESE)) {
    // Where a line was folded between two bytes, the blanks belong to no character.
    const bytes = japanese.replace(TWO_BYTES, (run) => run.replace(/[\t\r\n ]+/g, ''));
    out.push(
      decodePlain(value.slice(copied, index), fallbackCharset),
      decodeCharset(Buffer.from(bytes, 'latin1'), null),
    );
    copied = index + japanese.length;
  }
  out.push(decodePlain(value.slice(copied), fallbackCharset));
  return out.join('');
}

function decodePlain(value: string, fallbackCharset: string | null): string {
  const bytes = Buffer.from(value, 'latin1');
  // Seven-bit text that is not ASCII identifies its own charset; the body's may be another one.
  if (isAscii(bytes))
    return value.includes('\x1b') || value.includes('~{') ? decodeCharset(bytes, null) : tidy(value);
  return decodeCharset(bytes, isAsciiBased(fallbackCharset) ? fallbackCharset : null);
}

/** The text of an unstructured header: raw 8-bit bytes and RFC 2047 words, as broken as they come. */
export function decodeHeaderText(value: string, fallbackCharset: string | null): string {
  return decodeWords(decodeHeaderBytes(value, fallbackCharset));
}

export function decodeWords(text: string): string {
  let at = text.indexOf('=?');
  if (at < 0) return text;
  const out: string[] = [];
  let copied = 0;
  let open: { charset: string; runs: { base64: boolean; data: string[] }[] } | null = null;
  const close = () => {
    const runs = open?.runs.map(({ data, base64 }) => bytesOf(data, base64)) ?? [];
    if (open !== null) out.push(decodeCharset(Buffer.concat(runs), open.charset));
    open = null;
  };
  while (at >= 0) {
    const word = readWord(text, at);
    if (word === null) {
      at = text.indexOf('=?', at + 2);
      continue;
    }
    const between = text.slice(copied, at);
    if (open === null || between.trim() !== '') {
      close();
      out.push(between);
    }
    // Joins characters split over two encoded words: the bytes of adjacent words are decoded together.
    if (open === null || open.charset !== word.charset) {
      close();
      open = { charset: word.charset, runs: [] };
    }
    const run = open.runs.at(-1);
    if (run?.base64 === word.base64) run.data.push(word.data);
    else open.runs.push({ base64: word.base64, data: [word.data] });
    copied = word.end;
    at = text.indexOf('=?', word.end);
  }
  close();
  out.push(text.slice(copied));
  return tidy(out.join(''));
}

/** Where the encoded word that starts at `at` ends, or -1. */
export function encodedWordEnd(text: string, at: number): number {
  return readWord(text, at)?.end ?? -1;
}

function readWord(text: string, at: number): Word | null {
  let position = at + 2;
  const limit = Math.min(text.length, position + 80);
  while (position < limit && text[position] !== '?') position += 1;
  const kind = text[position + 1];
  if (text[position] !== '?' || text[position + 2] !== '?' || kind === undefined || !'bBqQ'.includes(kind))
    return null;
  const charset = text.slice(at + 2, position);
  if (charset === '' || /[\s"<>]/.test(charset)) return null;
  const dataStart = position + 3;
  const dataLength = text.slice(dataStart, dataStart + longestWord).indexOf('?=');
  if (dataLength < 0) return null;
  const dataEnd = dataStart + dataLength;
  const star = charset.indexOf('*');
  return {
    charset: (star > 0 ? charset.slice(0, star) : charset).toLowerCase(),
    base64: kind === 'b' || kind === 'B',
    data: text.slice(dataStart, dataEnd),
    end: dataEnd + 2,
  };
}

function bytesOf(data: string[], base64: boolean): Buffer {
  if (!base64) return decodeQ(data.join(''));
  const chunks: Buffer[] = [];
  let pending = '';
  for (const piece of data) {
    pending += piece;
    if (piece.includes('=')) {
      chunks.push(Buffer.from(pending, 'base64'));
      pending = '';
    }
  }
  if (pending !== '') chunks.push(Buffer.from(pending, 'base64'));
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function decodeQ(data: string): Buffer {
  // Non-ASCII characters here were decoded already, by a mailer that forgot to encode them.
  const source = Buffer.from(data, 'utf8');
  const out = Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at += 1) {
    const byte = source[at] ?? 0;
    const high = byte === 61 ? hexDigit(source[at + 1]) : -1;
    const low = high >= 0 ? hexDigit(source[at + 2]) : -1;
    if (low >= 0) {
      out[length] = high * 16 + low;
      at += 2;
    } else out[length] = byte === 95 ? 32 : byte;
    length += 1;
  }
  return out.subarray(0, length);
}

export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  if (byte >= 65 && byte <= 70) return byte - 55;
  if (byte >= 97 && byte <= 102) return byte - 87;
  return -1;
}
