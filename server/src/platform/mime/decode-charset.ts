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

/** Labels seen in mail that neither the Encoding Standard nor iconv knows under that name. */
const aliases: Record<string, string> = {
  utf8mb4: 'utf-8',
  'utf8-mac': 'utf-8',
  cp1258: 'windows-1258',
  'win-1258': 'windows-1258',
  cp936: 'gbk',
  'x-gbk': 'gbk',
  'gb2312-80': 'gbk',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  cp949: 'euc-kr',
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
};

/** Charsets whose ASCII-looking bytes may mean something else. */
const notAsciiBased = /^(utf-?7|utf-?16|utf-?32|ucs-?[24]|iso-2022|unicode)/;

const pairCharsets = /^(gb|big5|shift|euc|x-sjis|ks_c|iso-2022|x-euc)/;

const decoders = new Map<string, Decoder | null>();

/** The text of bytes in any charset found in the wild; a wrong, missing or unknown label is answered by a guess. */
export function decodeCharset(bytes: Uint8Array, declared: string | null): string {
  return tidy(decodeBytes(bytes, normalLabel(declared)));
}

/** A text without NUL and lone surrogates, as PostgreSQL and JSON want it. */
export function tidy(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return withoutNul.isWellFormed() ? withoutNul : withoutNul.toWellFormed();
}

function decodeBytes(bytes: Uint8Array, label: string): string {
  const based = !notAsciiBased.test(label);
  if (based && isAscii(bytes)) return bytes.includes(0x1b) ? decodeEscaped(bytes) : latin1(bytes);
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

/** Vietnamese of windows-1258 writes its tones as combining marks: compose them as everybody else does. */
function decodeSingle(bytes: Uint8Array, label: string): string {
  const text = decodeAs(label, bytes);
  return label === 'windows-1258' ? text.normalize('NFC') : text;
}

function decodeUnlabelled(bytes: Uint8Array, label: string): string {
  const utf8 = decodeAs('utf-8', bytes);
  const broken = countUnknown(utf8);
  // A cut or slightly damaged UTF-8 text is worth more as UTF-8 than as anything that has no invalid bytes.
  if (broken * (label === 'utf-8' ? 4 : 8) <= countForeign(utf8)) return utf8;
  return decodeSingle(bytes, guessCharset(bytes));
}

function decodeEscaped(bytes: Uint8Array): string {
  const text = latin1(bytes);
  const japanese = ['\x1b$B', '\x1b$@', '\x1b(J'].some((sequence) => text.includes(sequence));
  return japanese ? decodeAs('iso-2022-jp', bytes) : text;
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
  return aliases[label] ?? (label === 'shift-jis' ? 'shift_jis' : label);
}

function decodeAs(label: string, bytes: Uint8Array): string {
  const decode = decoderFor(label) ?? latin1;
  return decode(bytes);
}

function decoderFor(label: string): Decoder | null {
  const cached = decoders.get(label);
  if (cached !== undefined) return cached;
  const decoder = makeDecoder(label);
  // Labels come from strangers: remember only so many of them.
  if (decoders.size < 200) decoders.set(label, decoder);
  return decoder;
}

function makeDecoder(label: string): Decoder | null {
  for (const name of [label, label.replaceAll('-', '_')]) {
    try {
      const decoder = new TextDecoder(name);
      return (bytes) => decoder.decode(bytes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
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
