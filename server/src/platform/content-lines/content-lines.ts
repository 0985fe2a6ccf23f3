import { type Head, parseHead } from './parse-head.ts';

const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
const COLON = 58;
const SEMICOLON = 59;
const EQUALS = 61;
const QUOTE = 34;

/** A property with its folded lines, by its place in the source. */
export type ContentLine = Head & {
  start: number;
  /** After its line break. */
  end: number;
  /** Where its value begins in the source. */
  valueStart: number;
  /** Without folds; still encoded. */
  value: Buffer;
};

type PhysicalLine = { start: number; stop: number; end: number };

/** Several CR before a LF, as converters leave them, are one line break. */
export function lineAt(bytes: Buffer, start: number): PhysicalLine {
  let stop = start;
  while (stop < bytes.length && bytes[stop] !== LF && bytes[stop] !== CR) stop += 1;
  let end = stop;
  while (bytes[end] === CR) end += 1;
  if (bytes[end] === LF) end += 1;
  return { start, stop, end };
}

type OpenLine = { start: number; end: number; segments: number[]; encoding: 'quoted' | 'base64' | null };

/**
 * The content lines of a card, which together are all of its bytes. Blank lines and lines without a colon are
 * joined into lines without a name, so that there are never many more lines than properties. Reads no further where
 * there are more than `most`.
 */
export function contentLines(bytes: Buffer, most = Number.POSITIVE_INFINITY): ContentLine[] {
  const lines: ContentLine[] = [];
  let open: OpenLine | null = null;
  for (let at = 0; at < bytes.length && lines.length <= most; ) {
    const line = lineAt(bytes, at);
    if (open === null || !continues(bytes, open, line)) {
      if (open !== null) push(lines, closeLine(bytes, open));
      const { start, stop, end } = line;
      open = { start, end, segments: [start, stop], encoding: encodingOf(bytes, line) };
    }
    open.end = line.end;
    at = line.end;
  }
  if (open !== null) push(lines, closeLine(bytes, open));
  return lines;
}

function push(lines: ContentLine[], line: ContentLine): void {
  const before = lines.at(-1);
  if (line.name === '' && before?.name === '') before.end = line.end;
  else lines.push(line);
}

/** Adds a physical line to the content line that it continues. */
function continues(bytes: Buffer, open: OpenLine, { start, stop }: PhysicalLine): boolean {
  const { segments } = open;
  const last = segments.length - 1;
  if (open.encoding === 'quoted') {
    const softBreak = softBreakAt(bytes, segments[last - 1] ?? 0, segments[last] ?? 0);
    // A break before the end of the card continues nothing.
    if (softBreak >= 0 && !isEnd(bytes, start, stop)) {
      segments[last] = softBreak;
      segments.push(start, stop);
      return true;
    }
  }
  if (bytes[start] === SPACE || bytes[start] === TAB) {
    segments.push(start + 1, stop);
    return true;
  }
  // Some programs write base64 without the space of a fold.
  if (open.encoding !== 'base64' || stop === start || hasColon(bytes, start, stop)) return false;
  segments.push(start, stop);
  return true;
}

/** The place of the `=` at the end of a line, or -1. */
function softBreakAt(bytes: Buffer, start: number, stop: number): number {
  let at = stop - 1;
  while (at > start && (bytes[at] === SPACE || bytes[at] === TAB)) at -= 1;
  return at >= start && bytes[at] === EQUALS ? at : -1;
}

function isEnd(bytes: Buffer, start: number, stop: number): boolean {
  return stop - start < 20 && bytes.toString('latin1', start, stop).trim().toUpperCase() === 'END:VCARD';
}

function hasColon(bytes: Buffer, start: number, stop: number): boolean {
  const colon = bytes.subarray(start, stop).indexOf(COLON);
  return colon >= 0;
}

/** A line with more before its value is no property. */
const LONGEST_HEAD = 16 * 1024;
/** Enough for every property that is encoded: the encoding stands in its first line. */
const HEAD_BYTES = 200;

function encodingOf(bytes: Buffer, { start, stop }: PhysicalLine): OpenLine['encoding'] {
  const text = bytes.toString('latin1', start, Math.min(stop, start + HEAD_BYTES));
  const head = text.slice(0, text.indexOf(':') + 1).toUpperCase();
  if (head.includes('QUOTED-PRINTABLE')) return 'quoted';
  return head.includes('BASE64') || head.includes('ENCODING=B') ? 'base64' : null;
}

function closeLine(bytes: Buffer, { start, end, segments }: OpenLine): ContentLine {
  const content = unfold(bytes, segments);
  const colon = colonIn(content);
  const line = { start, end, valueStart: end, group: '', name: '', rawName: '', params: [], value: content };
  if (colon < 0) return line;
  return {
    ...line,
    valueStart: placeOf(segments, colon) + 1,
    ...parseHead(content.toString('latin1', 0, colon)),
    value: content.subarray(colon + 1),
  };
}

function unfold(bytes: Buffer, segments: number[]): Buffer {
  if (segments.length === 2) return bytes.subarray(segments[0], segments[1]);
  const parts: Buffer[] = [];
  for (let at = 0; at < segments.length; at += 2) parts.push(bytes.subarray(segments[at], segments[at + 1]));
  return Buffer.concat(parts);
}

/** The colon before the value: not one in quotes, unless the quotes never end. */
function colonIn(whole: Buffer): number {
  const content = whole.subarray(0, LONGEST_HEAD);
  let quoted = false;
  let params = false;
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at];
    if (byte === COLON && !quoted) return at;
    if (byte === SEMICOLON) params = true;
    if (byte === QUOTE && params) quoted = !quoted;
  }
  return content.indexOf(COLON);
}

/** From a place in the unfolded content to the one in the source. */
function placeOf(segments: number[], offset: number): number {
  let left = offset;
  for (let at = 0; at < segments.length; at += 2) {
    const start = segments[at] ?? 0;
    const length = (segments[at + 1] ?? 0) - start;
    if (left < length) return start + left;
    left -= length;
  }
  return 0;
}
