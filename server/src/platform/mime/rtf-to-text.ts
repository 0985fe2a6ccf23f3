import { decodeCharset, tidy } from './decode-charset.ts';

const dictionaryStart =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const windowSize = 4_096;

/** Decompresses Exchange's RTF (MS-OXRTFCP); null when the bytes are invalid. */
export function decompressRtf(bytes: Buffer, maxBytes: number): Buffer | null {
  if (bytes.length < 16) return null;
  const magic = bytes.readUInt32LE(8);
  if (magic === 0x414c454d) return bytes.subarray(16, 16 + maxBytes);
  if (magic !== 0x75465a4c) return null;
  const out = Buffer.alloc(Math.min(bytes.readUInt32LE(4), maxBytes, bytes.length * 20));
  const window = Buffer.alloc(windowSize, 32);
  let writeAt = window.write(dictionaryStart, 'latin1');
  let length = 0;
  let at = 16;
  const emit = (byte: number) => {
    out[length] = byte;
    length += 1;
    window[writeAt] = byte;
    writeAt = (writeAt + 1) % windowSize;
  };
  while (at < bytes.length && length < out.length) {
    const control = bytes[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < bytes.length && length < out.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        emit(bytes[at] ?? 0);
        at += 1;
        continue;
      }
      const token = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const offset = token >> 4;
      if (offset === writeAt) return out.subarray(0, length);
      for (let copied = 0; copied < (token & 15) + 2 && length < out.length; copied += 1) {
        emit(window[(offset + copied) % windowSize] ?? 0);
      }
    }
  }
  return out.subarray(0, length);
}

const skippedGroups = new Set(
  'fonttbl colortbl stylesheet info pict object header footer generator themedata listtable'.split(' '),
);
const wordsAsText: Record<string, string> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};

/** The plain text of an RTF document in one pass; groups are counted, not recursed into. */
export function rtfToText(rtf: string, maxLength: number): string {
  const out: string[] = [];
  let length = 0;
  let codepage = 'windows-1252';
  let bytes: number[] = [];
  let depth = 0;
  let skipFrom = 0;
  let hiddenHtml = false;
  let skipAfterUnicode = 1;
  let toSkip = 0;
  const add = (text: string) => {
    if (skipFrom > 0 || hiddenHtml) return;
    out.push(text);
    length += text.length;
  };
  const flush = () => {
    if (bytes.length > 0) add(decodeCharset(Buffer.from(bytes), codepage));
    bytes = [];
  };
  const token =
    /\\([a-zA-Z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gs;
  for (let found = token.exec(rtf); found !== null && length < maxLength; found = token.exec(rtf)) {
    const [, word, number, hex, symbol, brace, plain] = found;
    if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else bytes.push(Number.parseInt(hex, 16));
      continue;
    }
    flush();
    if (brace === '{') depth += 1;
    else if (brace === '}') {
      if (skipFrom === depth) skipFrom = 0;
      depth = Math.max(0, depth - 1);
    } else if (word !== undefined) {
      if (skippedGroups.has(word) && skipFrom === 0) skipFrom = depth;
      else if (word === 'ansicpg' && number !== undefined)
        codepage = number === '65001' ? 'utf-8' : `windows-${number}`;
      else if (word === 'uc') skipAfterUnicode = Math.min(Number(number ?? 1), 10);
      else if (word === 'htmlrtf') hiddenHtml = number !== '0';
      else if (word === 'u' && number !== undefined) {
        add(String.fromCharCode(Number(number) & 0xffff));
        toSkip = skipAfterUnicode;
      } else if (wordsAsText[word] !== undefined) add(wordsAsText[word]);
    } else if (symbol === '*') {
      if (skipFrom === 0) skipFrom = depth;
    } else if (symbol === '~') add('\u00a0');
    else if (symbol !== undefined && '\\{}'.includes(symbol)) add(symbol);
    else if (plain !== undefined) {
      const shown = plain.slice(toSkip);
      toSkip = Math.max(0, toSkip - plain.length);
      add(shown);
    }
  }
  flush();
  return tidy(out.join('')).trim();
}
