import { mailLimits } from './mail-limits.ts';
import { type ParameterHeader, parseParameters } from './parse-parameters.ts';
import { afterLineBreak, findLineEnd, type HeaderField, headerValue, splitHeaders } from './split-headers.ts';

export type MimePart = {
  fields: HeaderField[];
  contentType: ParameterHeader;
  start: number;
  bodyStart: number;
  /** The end of the shown body; for a multipart, the end of its last part. */
  bodyEnd: number;
  /** Where the next part begins or its multipart ends; a multipart's closing delimiter is before that. */
  end: number;
  /** Empty for a part that is not a multipart, or a multipart without any boundary. */
  children: MimePart[];
  /** The nested message, for a message part. */
  message: MimePart | null;
};

/** `messages`: the nesting depth of messages. */
type OpenMultipart = { part: MimePart; delimiter: string; messages: number };

const DASH = 45;
const NOT_KNOWN = -1;
const MESSAGE = /^message\/(rfc822|global)$/;

/**
 * Splits a message and its nested messages into parts in one pass over its lines: each line is visited once
 * however deep the nesting is, and a boundary counts only as a whole line. `cut`: the limit of parts was
 * exceeded.
 */
export function splitParts(raw: Buffer): { root: MimePart; cut: boolean } {
  const root = readPart(raw, 0, 'text/plain');
  const stack: OpenMultipart[] = [];
  const openDelimiters = new Map<string, number>();
  const isDelimiter = (start: number, end: number) =>
    matchDelimiter(raw, start, end, openDelimiters) !== null;
  let parts = 1;
  let nestedParts = 0;
  let at = 0;
  // The line break before a delimiter belongs to the delimiter, unless it ends the part's header.
  let floor = 0;

  function open(opened: MimePart, enclosing: number): void {
    let part = opened;
    let messages = enclosing;
    floor = part.bodyStart;
    while (MESSAGE.test(part.contentType.value) && messages < mailLimits.nestedMessages) {
      part.message = readPart(raw, part.bodyStart, 'text/plain', isDelimiter);
      part = part.message;
      messages += 1;
    }
    at = part.bodyStart;
    const delimiter = delimiterOf(raw, part);
    if (delimiter === null || stack.length >= mailLimits.depth) return;
    if (messages > 0 && isTaken(delimiter, openDelimiters)) return;
    stack.push({ part, delimiter, messages });
    openDelimiters.set(delimiter, (openDelimiters.get(delimiter) ?? 0) + 1);
  }

  function closeTop(bodyEnd: number): void {
    const top = stack.pop();
    if (top === undefined) return;
    top.part.bodyEnd = bodyEnd;
    const left = (openDelimiters.get(top.delimiter) ?? 1) - 1;
    if (left > 0) openDelimiters.set(top.delimiter, left);
    else openDelimiters.delete(top.delimiter);
  }

  open(root, 0);
  let cut = false;
  while (stack.length > 0 && !cut) {
    const line = nextDelimiter(raw, at, openDelimiters);
    if (line === null) break;
    const contentEnd = beforeLineBreak(raw, line.start, Math.min(at, floor));
    while (stack.at(-1)?.delimiter !== line.delimiter) closeTop(contentEnd);
    const { part: parent, messages } = stack.at(-1) as OpenMultipart;
    endParts(parent.children.at(-1), contentEnd);
    at = line.next;
    floor = line.end;
    cut = !line.closing && messages === 0 && parts >= mailLimits.parts;
    if (line.closing || cut || (messages > 0 && nestedParts >= mailLimits.nestedParts)) {
      closeTop(contentEnd);
      continue;
    }
    const digest = parent.contentType.value === 'multipart/digest';
    const part = readPart(raw, at, digest ? 'message/rfc822' : 'text/plain', isDelimiter);
    parent.children.push(part);
    if (messages > 0) nestedParts += 1;
    else parts += 1;
    open(part, messages);
  }
  endParts(root, raw.length);
  return { root, cut };
}

/** Ends a part and its unfinished descendants: its last part, the last one of that, … */
function endParts(last: MimePart | undefined, end: number): void {
  let part = last;
  while (part !== undefined && part.end === NOT_KNOWN) {
    part.end = end;
    if (part.bodyEnd === NOT_KNOWN) part.bodyEnd = end;
    part = part.message ?? part.children.at(-1);
  }
}

/** Lines inside a nested message must not end the parts around it. */
function isTaken(delimiter: string, openDelimiters: Map<string, number>): boolean {
  return openDelimiters.has(delimiter) || openDelimiters.has(delimiter.replace(/--$/, ''));
}

function readPart(
  raw: Buffer,
  start: number,
  defaultType: string,
  endsAt?: (start: number, end: number) => boolean,
): MimePart {
  const { fields, bodyStart } = splitHeaders(raw, start, raw.length, endsAt);
  const header = headerValue(fields, 'content-type');
  const contentType = parseParameters(header ?? defaultType, null);
  if (!/^[^/]+\/[^/]+$/.test(contentType.value))
    contentType.value = contentType.value === 'text' ? 'text/plain' : defaultType;
  const unended = { bodyEnd: NOT_KNOWN, end: NOT_KNOWN };
  return { fields, contentType, start, bodyStart, ...unended, children: [], message: null };
}

function delimiterOf(raw: Buffer, part: MimePart): string | null {
  if (!part.contentType.value.startsWith('multipart/')) return null;
  const boundary = (part.contentType.parameters.get('boundary') ?? '').trimEnd();
  if (boundary !== '' && boundary.length <= mailLimits.boundaryLength) return `--${boundary}`;
  return guessDelimiter(raw, part.bodyStart);
}

/** For a multipart that does not declare its boundary: the first line that looks like one. */
function guessDelimiter(raw: Buffer, start: number): string | null {
  const end = Math.min(raw.length, start + 65_536);
  let at = start;
  for (let lines = 0; at < end && lines < 100; lines += 1) {
    const lineEnd = findLineEnd(raw, at, end);
    const line =
      lineEnd - at <= mailLimits.boundaryLength ? raw.toString('latin1', at, lineEnd).trimEnd() : '';
    if (line.startsWith('--') && line.length > 4 && !line.includes(' ')) return line;
    at = afterLineBreak(raw, lineEnd, end);
  }
  return null;
}

function nextDelimiter(raw: Buffer, from: number, delimiters: Map<string, number>) {
  let at = from;
  while (at < raw.length) {
    const start = lineOfDashes(raw, at, from);
    if (start < 0) return null;
    const end = findLineEnd(raw, start, raw.length);
    const match = matchDelimiter(raw, start, end, delimiters);
    const next = afterLineBreak(raw, end, raw.length);
    if (match !== null) return { ...match, start, end, next };
    at = next;
  }
  return null;
}

/** The next line that starts with two dashes; `from` is known to be the start of a line. */
function lineOfDashes(raw: Buffer, at: number, from: number): number {
  let position = at;
  while (position < raw.length) {
    const dashes = raw.indexOf('--', position, 'latin1');
    if (dashes < 0) return -1;
    const before = raw[dashes - 1];
    if (dashes === from || before === 10 || before === 13) return dashes;
    position = dashes + 1;
    while (position < raw.length && raw[position] === DASH) position += 1;
  }
  return -1;
}

function matchDelimiter(raw: Buffer, start: number, lineEnd: number, delimiters: Map<string, number>) {
  let end = lineEnd;
  while (end > start && (raw[end - 1] === 32 || raw[end - 1] === 9)) end -= 1;
  if (end - start < 2 || raw[start + 1] !== DASH || end - start > mailLimits.boundaryLength + 4) return null;
  const line = raw.toString('latin1', start, end);
  if (delimiters.has(line)) return { delimiter: line, closing: false };
  const shorter = line.endsWith('--') ? line.slice(0, -2) : '';
  return delimiters.has(shorter) ? { delimiter: shorter, closing: true } : null;
}

/** The line break before a delimiter belongs to the delimiter. */
function beforeLineBreak(raw: Buffer, lineStart: number, floor: number): number {
  let end = lineStart;
  if (end > floor && raw[end - 1] === 10) end -= 1;
  if (end > floor && raw[end - 1] === 13) end -= 1;
  return end;
}
