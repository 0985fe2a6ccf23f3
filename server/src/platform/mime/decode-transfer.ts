import { hexDigit } from './decode-words.ts';

/** Undoes a Content-Transfer-Encoding, leniently. An unknown one leaves the bytes as they are. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  const name = encoding.trim().toLowerCase();
  if (name.startsWith('base64')) return decodeBase64(bytes);
  if (name.startsWith('quoted')) return decodeQuotedPrintable(bytes);
  if (name === 'x-uuencode' || name === 'uuencode' || name === 'x-uue' || name === 'uue')
    return decodeUuencoded(bytes);
  return bytes;
}

/** Junk between the characters is skipped; padding in the middle ends one stretch and begins the next. */
function decodeBase64(bytes: Buffer): Buffer {
  const firstPadding = bytes.indexOf(61);
  if (firstPadding < 0 || !hasBase64After(bytes, firstPadding))
    return Buffer.from(bytes.toString('latin1'), 'base64');
  const chunks: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const padding = bytes.indexOf(61, start);
    const end = padding < 0 ? bytes.length : padding;
    if (end > start) chunks.push(Buffer.from(bytes.toString('latin1', start, end), 'base64'));
    start = end + 1;
  }
  return Buffer.concat(chunks);
}

function hasBase64After(bytes: Buffer, at: number): boolean {
  for (let position = at + 1; position < bytes.length; position += 1) {
    const byte = bytes[position] ?? 0;
    if (
      (byte >= 48 && byte <= 57) ||
      (byte >= 65 && byte <= 90) ||
      (byte >= 97 && byte <= 122) ||
      byte === 43 ||
      byte === 47
    )
      return true;
  }
  return false;
}

function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  // Blanks before a line break were added on the way (RFC 2045 6.7), unless they were written as =20.
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

/** Behind the line break of a soft break, blanks before it allowed; -1 when this is none. */
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
  // Trailing spaces were often cut on the way; a checksum character may follow.
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
