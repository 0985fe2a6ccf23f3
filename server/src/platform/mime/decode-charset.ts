import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { guessCharset } from './guess-charset.ts';

type Decoder = (bytes: Uint8Array) => string;

/** Labels that say nothing about the bytes. */
const meaningless = new Set([
  '',
  'ascii',
  'us-ascii',
  'default',
  'unknown',
  'unknown-8bit',
  'x-unknown',
  '8bit',
  'binary',
  'none',
]);

/** Labels seen in mail that neither the Encoding Standard nor iconv knows, with `_` written as `-`. */
const aliases: Record<string, string> = {
  utf8mb4: 'utf-8',
  'utf8-mac': 'utf-8',
  cp1258: 'windows-1258',
  'win-1258': 'windows-1258',
  cp936: 'gbk',
  'x-gbk': 'gbk',
  'gb2312-80': 'gbk',
  'gb-2312': 'gbk',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'shift-jis': 'shift_jis',
  'ms-kanji': 'shift_jis',
  cp949: 'euc-kr',
  'ksc-5601': 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-2-0-utf-7': 'utf-7',
  tcvn3: 'tcvn',
  'x-viet-tcvn': 'tcvn',
  'x-viet-tcvn5712': 'tcvn',
  'tcvn-5712': 'tcvn',
  'tcvn5712-1': 'tcvn',
  'viscii1.1-1': 'viscii',
  'x-viet-viscii': 'viscii',
  csviscii: 'viscii',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-3': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  csiso2022kr: 'iso-2022-kr',
  hz: 'hz-gb-2312',
  'hz-gb2312': 'hz-gb-2312',
  'ucs-4': 'utf-32',
  'iso-10646-ucs-4': 'utf-32',
  utf32: 'utf-32',
  utf32le: 'utf-32le',
  utf32be: 'utf-32be',
};

/** Charsets in which ASCII-looking bytes may mean something else. */
const notAsciiBased = /^(hz-|utf-?7|utf-?16|utf-?32|ucs-?[24]|iso-2022|unicode)/;

const pairCharsets = /^(gb|big5|shift|euc|x-sjis|ks_c|iso-2022|x-euc)/;

const decoders = new Map<string, Decoder | null>();

/**
 * Decodes bytes in any charset found in the wild; when the label is wrong, missing or unknown, the charset is
 * guessed.
 */
export function decodeCharset(bytes: Uint8Array, declared: string | null): string {
  return tidy(decodeBytes(bytes, normalLabel(declared)));
}

/** Whether ASCII bytes mean ASCII in this charset, as a header requires. */
export function isAsciiBased(declared: string | null): boolean {
  return !notAsciiBased.test(normalLabel(declared));
}

/** Removes NUL and lone surrogates, which PostgreSQL and JSON reject. */
export function tidy(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return withoutNul.isWellFormed() ? withoutNul : withoutNul.toWellFormed();
}

function decodeBytes(bytes: Uint8Array, label: string): string {
  const based = !notAsciiBased.test(label);
  if (based && isAscii(bytes)) return decodeAscii(bytes, label);
  const wide = startOfUtf32(bytes);
  if (wide !== null) return decodeAs(wide, bytes);
  if (bytes.length >= 2 && (bytes[0] === 0xff || bytes[0] === 0xfe)) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes);
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes);
  }
  if (label.startsWith('utf-16') || label.startsWith('utf16') || label.startsWith('unicode')) {
    return decodeAs(
      label.endsWith('be') || (!label.endsWith('le') && looksBigEndian(bytes)) ? 'utf-16be' : 'utf-16le',
      bytes,
    );
  }
  const known = label !== '' && label !== 'utf-8' && decoderFor(label) !== null;
  if (!known) return isUtf8(bytes) ? decodeAs('utf-8', bytes) : decodeUnlabelled(bytes, label);
  if (!pairCharsets.test(label))
    return based && isUtf8(bytes) ? decodeAs('utf-8', bytes) : decodeSingle(bytes, label);
  const text = decodeAs(label, bytes);
  if (!text.includes('\ufffd')) return text;
  if (isUtf8(bytes)) return decodeAs('utf-8', bytes);
  const guess = guessCharset(bytes);
  return guess === label ? text : fewerUnknown(text, decodeAs(guess, bytes));
}

/** Vietnamese in windows-1258 writes tones as combining marks: normalize them to composed characters (NFC). */
function decodeSingle(bytes: Uint8Array, label: string): string {
  const text = decodeAs(label, bytes);
  return label === 'windows-1258' ? text.normalize('NFC') : text;
}

function decodeUnlabelled(bytes: Uint8Array, label: string): string {
  const utf8 = decodeAs('utf-8', bytes);
  const broken = countUnknown(utf8);
  // A cut or slightly damaged UTF-8 text is better read as UTF-8 than as a charset without invalid bytes.
  if (broken * (label === 'utf-8' ? 4 : 8) <= countForeign(utf8)) return utf8;
  return decodeSingle(bytes, guessCharset(bytes));
}

/** ASCII, or a seven-bit charset that identifies itself by escape sequences. */
function decodeAscii(bytes: Uint8Array, label: string): string {
  const text = latin1(bytes);
  if (text.includes('\x1b')) {
    if (text.includes('\x1b$)C')) return decodeIso2022Kr(bytes);
    if (['\x1b$B', '\x1b$@', '\x1b(J', '\x1b(I'].some((sequence) => text.includes(sequence)))
      return decodeAs('iso-2022-jp', bytes);
  }
  // At least two characters: a single match may be anything in program code.
  if (label === '' && /~\{(?:[!-w][!-~]){2,}~\}/.test(text)) return decodeHz(bytes);
  return text;
}

/** RFC 1557: KS C 5601 in seven bits between SO and SI, never across a line end. */
function decodeIso2022Kr(bytes: Uint8Array): string {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let shifted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x1b && bytes[at + 1] === 0x24 && bytes[at + 2] === 0x29 && bytes[at + 3] === 0x43) at += 3;
    else if (byte === 0x0e || byte === 0x0f) shifted = byte === 0x0e;
    else {
      if (byte === 0x0a) shifted = false;
      out[length] = shifted && byte > 0x20 ? byte | 0x80 : byte;
      length += 1;
    }
  }
  return decodeAs('euc-kr', out.subarray(0, length));
}

/** RFC 1843: GB 2312 in seven bits between ~{ and ~}, never across a line end. */
function decodeHz(bytes: Uint8Array): string {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let shifted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1];
    if (byte === 0x7e && (next === 0x7b || next === 0x7d)) shifted = next === 0x7b;
    else if (byte === 0x7e && next === 0x0a) shifted = false;
    else {
      if (byte === 0x0a) shifted = false;
      out[length] = shifted && byte > 0x20 ? byte | 0x80 : byte;
      length += 1;
      if (byte !== 0x7e || next !== 0x7e || shifted) continue;
    }
    at += 1;
  }
  return decodeAs('gbk', out.subarray(0, length));
}

function startOfUtf32(bytes: Uint8Array): string | null {
  if (bytes.length < 4 || bytes.length % 4 !== 0) return null;
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return 'utf-32le';
  return first === 0 && second === 0 && third === 0xfe && fourth === 0xff ? 'utf-32be' : null;
}

function fewerUnknown(one: string, other: string): string {
  return countUnknown(other) < countUnknown(one) ? other : one;
}

function countUnknown(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count += 1;
  return count;
}

function countForeign(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f && code !== 0xfffd) count += 1;
  }
  return count;
}

function looksBigEndian(bytes: Uint8Array): boolean {
  let evenZeros = 0;
  let oddZeros = 0;
  const end = Math.min(bytes.length, 1_024);
  for (let at = 0; at + 1 < end; at += 2) {
    if (bytes[at] === 0) evenZeros += 1;
    if (bytes[at + 1] === 0) oddZeros += 1;
  }
  return evenZeros > oddZeros;
}

function normalLabel(declared: string | null): string {
  if (declared === null) return '';
  const label = declared
    .slice(0, 60)
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, '')
    .replaceAll('_', '-');
  if (meaningless.has(label)) return '';
  if (label === 'utf8') return 'utf-8';
  return aliases[label] ?? label;
}

function decodeAs(label: string, bytes: Uint8Array): string {
  const decode = decoderFor(label) ?? latin1;
  return decode(bytes);
}

function decoderFor(label: string): Decoder | null {
  const cached = decoders.get(label);
  if (cached !== undefined) return cached;
  const decoder = makeDecoder(label);
  // Labels come from outside: the cache is bounded.
  if (decoders.size < 200) decoders.set(label, decoder);
  return decoder;
}

function makeDecoder(label: string): Decoder | null {
  if (label === 'iso-2022-kr') return decodeIso2022Kr;
  if (label === 'hz-gb-2312') return decodeHz;
  if (/^utf-32(le|be)?$/.test(label)) return (bytes) => iconv.decode(asBuffer(bytes), label);
  // Cached per label: an unknown one costs an exception, and a message may name thousands of them.
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (!iconv.encodingExists(label) || /base64|hex|ucs|utf-?32|internal/.test(label)) return null;
  return (bytes) => iconv.decode(asBuffer(bytes), label);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}
