import { decodeTransfer } from './decode-transfer.ts';

const LINE_FEED = 10;
/** A line that does not end is cut: no encoder writes one. */
const LONGEST_LINE = 64 * 1024;
const NO_BASE64 = /[^A-Za-z0-9+/=]+/g;

/** Whether `decodeStream` undoes this Content-Transfer-Encoding. */
export function isDecodable(encoding: string): boolean {
  return /^(7bit|8bit|binary|base64|quoted-printable)$/i.test(encoding);
}

/** Undoes a Content-Transfer-Encoding as the bytes come, with little of them in memory. */
export function decodeStream(bytes: AsyncIterable<Buffer>, encoding: string): AsyncIterable<Buffer> {
  const name = encoding.toLowerCase();
  if (name === 'base64') return decodeBase64(bytes);
  return name === 'quoted-printable' ? decodeQuotedPrintable(bytes) : bytes;
}

async function* decodeBase64(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of bytes) {
    const letters = rest + piece.toString('latin1').replace(NO_BASE64, '');
    const padding = letters.indexOf('=');
    // What stands behind the end is no part of the file.
    if (padding >= 0) {
      yield Buffer.from(letters.slice(0, padding), 'base64');
      return;
    }
    const whole = letters.length - (letters.length % 4);
    rest = letters.slice(whole);
    if (whole > 0) yield Buffer.from(letters.slice(0, whole), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

async function* decodeQuotedPrintable(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of bytes) {
    const all = Buffer.concat([rest, piece]);
    const lines = all.lastIndexOf(LINE_FEED) + 1;
    const whole = lines === 0 && all.length > LONGEST_LINE ? all.length : lines;
    rest = all.subarray(whole);
    if (whole > 0) yield decodeTransfer(all.subarray(0, whole), 'quoted-printable');
  }
  if (rest.length > 0) yield decodeTransfer(rest, 'quoted-printable');
}
