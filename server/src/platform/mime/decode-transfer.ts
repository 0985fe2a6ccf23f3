import { hexDigit } from './decode-words.ts';

const PADDING = 61;

/** Decodes a Content-Transfer-Encoding leniently. An unknown encoding returns the bytes unchanged. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  const name = encoding.trim().toLowerCase();
  if (name.startsWith('base64')) return decodeBase64(bytes);
  if (name.startsWith('quoted')) return decodeQuotedPrintable(bytes);
  if (name === 'x-uuencode' || name === 'uuencode' || name === 'x-uue' || name === 'uue')
    return decodeUuencoded(bytes);
  return bytes;
}

/**
 * Skips junk between the characters; padding in the middle ends one run and may begin another. What a mailing
 * list or scanner appended after the end is not part of the file.
 */
function decodeBase64(all: Buffer): Buffer {
  const bytes = all.subarray(0, endOfBase64(all));
  const firstPadding = bytes.indexOf(PADDING);
  if (firstPadding < 0 || firstPadding >= bytes.length - 2)
    return Buffer.from(bytes.toString('latin1'), 'base64');
  const chunks: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const padding = bytes.indexOf(PADDING, start);
    const end = padding < 0 ? bytes.length : padding;
    if (end > start) chunks.push(Buffer.from(bytes.toString('latin1', start, end), 'base64'));
    start = end + 1;
  }
  return Buffer.concat(chunks);
}

/** The first line after the file: it follows padding or an empty line and is not all base64. */
function endOfBase64(bytes: Buffer): number {
  let mayEnd = false;
  let at = firstPossibleEnd(bytes);
  while (at < bytes.length) {
    const lineBreak = bytes.indexOf(10, at);
    const lineEnd = lineBreak < 0 ? bytes.length : lineBreak;
    const line = shapeOf(bytes, at, lineEnd);
    if (mayEnd && line === 'words') return at;
    if (line === 'empty') mayEnd ||= at > 0;
    else mayEnd = line === 'padded';
    at = lineEnd + 1;
  }
  return bytes.length;
}

/** The first padded or empty line: nothing before it needs a check, which is most of most files. */
function firstPossibleEnd(bytes: Buffer): number {
  const padding = bytes.indexOf(PADDING);
  const places = [
    padding < 0 ? -1 : bytes.lastIndexOf(10, padding) + 1,
    ...['\n\n', '\n\r\n', '\n ', '\n\t'].map((empty) => bytes.indexOf(empty) + 1 || -1),
  ];
  return Math.min(bytes.length, ...places.filter((place) => place >= 0));
}

function shapeOf(bytes: Buffer, start: number, end: number): 'empty' | 'plain' | 'padded' | 'words' {
  let last = 0;
  let empty = true;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    const blank = byte === 13 || byte === 32 || byte === 9;
    // A blank within a line separates words; one at its end was added in transit.
    if (!blank && (!isBase64(byte) || (!empty && bytes[at - 1] === 32))) return 'words';
    if (blank) continue;
    empty = false;
    last = byte;
  }
  if (empty) return 'empty';
  return last === PADDING ? 'padded' : 'plain';
}

function isBase64(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 97 && byte <= 122) ||
    byte === 43 ||
    byte === 47 ||
    byte === PADDING
  );
}

function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  // Blanks before a line break were added in transit (RFC 2045 6.7), unless written as =20.
  let keepFrom = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 61) {
      const high = hexDigit(bytes[at + 1]);
      const low = high >= 0 ? hexDigit(bytes[at + 2]) : -1;
      if (low >= 0) {
        out[length] = high * 16 + low;
        length += 1;
        keepFrom = length;
        at += 2;
        continue;
      }
      const next = softBreakEnd(bytes, at + 1);
      if (next >= 0) {
        at = next - 1;
        keepFrom = length;
        continue;
      }
    } else if (byte === 10 || byte === 13) {
      while (length > keepFrom && (out[length - 1] === 32 || out[length - 1] === 9)) length -= 1;
      keepFrom = length + 1;
    }
    out[length] = byte;
    length += 1;
  }
  return out.subarray(0, length);
}

/** The position after a soft line break, which may have blanks before it; -1 when this is none. */
function softBreakEnd(bytes: Buffer, at: number): number {
  let position = at;
  const limit = Math.min(bytes.length, at + 200);
  while (position < limit && (bytes[position] === 32 || bytes[position] === 9)) position += 1;
  if (position >= bytes.length) return bytes.length;
  if (bytes[position] === 13) return bytes[position + 1] === 10 ? position + 2 : position + 1;
  return bytes[position] === 10 ? position + 1 : -1;
}

function decodeUuencoded(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (const line of bytes.toString('latin1').split(/\r?\n/)) {
    if (line.startsWith('begin ') || line === 'end' || line === '') continue;
    chunks.push(decodeUuLine(line) ?? Buffer.alloc(0));
  }
  return Buffer.concat(chunks);
}

/** The bytes of one uuencoded line, or null when the line can't be one. */
export function decodeUuLine(line: string): Buffer | null {
  const length = (line.charCodeAt(0) - 32) & 63;
  if (line.length === 0 || line.charCodeAt(0) < 32 || line.charCodeAt(0) > 96) return null;
  const characters = Math.ceil(length / 3) * 4;
  // Trailing spaces are often cut in transit; a checksum character may follow.
  if (line.length - 1 > characters + 2 || line.length - 1 < Math.ceil((length * 4) / 3) - 4) return null;
  const out = Buffer.alloc(length);
  let bits = 0;
  let held = 0;
  let written = 0;
  for (let at = 1; at <= characters && written < length; at += 1) {
    const code = at < line.length ? line.charCodeAt(at) : 32;
    if (code < 32 || code > 96) return null;
    held = ((held << 6) | ((code - 32) & 63)) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[written] = (held >> bits) & 0xff;
      written += 1;
    }
  }
  return out;
}
