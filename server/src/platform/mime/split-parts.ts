import { mailLimits } from './mail-limits.ts';
import { type ParameterHeader, parseParameters } from './parse-parameters.ts';
import { afterLineBreak, findLineEnd, type HeaderField, headerValue, splitHeaders } from './split-headers.ts';

export type MimePart = {
  fields: HeaderField[];
  contentType: ParameterHeader;
  bodyStart: number;
  bodyEnd: number;
  /** Empty for a part that isn't a multipart, or a multipart in which no boundary was found. */
  children: MimePart[];
};

type OpenMultipart = { part: MimePart; delimiter: string };

const DASH = 45;

/**
 * Cuts a message into its parts in one pass over its lines: each line is looked at once however deep the
 * nesting is, and a boundary counts only if it is the whole line. `cut`: there are more parts than are read.
 */
export function splitParts(raw: Buffer): { root: MimePart; cut: boolean } {
  const root = readPart(raw, 0, raw.length, 'text/plain');
  const stack: OpenMultipart[] = [];
  const openDelimiters = new Map<string, number>();
  const isDelimiter = (start: number, end: number) =>
    matchDelimiter(raw, start, end, openDelimiters) !== null;
  let parts = 1;
  let leaf = open(root);
  let at = root.bodyStart;

  function open(part: MimePart): MimePart | null {
    const delimiter = delimiterOf(raw, part);
    if (delimiter === null || stack.length >= mailLimits.depth) return part;
    stack.push({ part, delimiter });
    openDelimiters.set(delimiter, (openDelimiters.get(delimiter) ?? 0) + 1);
    return null;
  }

  function closeTop(bodyEnd: number): void {
    const top = stack.pop();
    if (top === undefined) return;
    top.part.bodyEnd = bodyEnd;
    const left = (openDelimiters.get(top.delimiter) ?? 1) - 1;
    if (left > 0) openDelimiters.set(top.delimiter, left);
    else openDelimiters.delete(top.delimiter);
  }

  while (stack.length > 0) {
    const line = nextDelimiter(raw, at, openDelimiters);
    if (line === null) break;
    const contentEnd = beforeLineBreak(raw, line.start, at);
    if (leaf !== null) leaf.bodyEnd = contentEnd;
    leaf = null;
    while (stack.at(-1)?.delimiter !== line.delimiter) closeTop(contentEnd);
    at = line.next;
    if (line.closing) {
      closeTop(contentEnd);
      continue;
    }
    if (parts >= mailLimits.parts) {
      while (stack.length > 0) closeTop(contentEnd);
      return { root, cut: true };
    }
    const parent = stack.at(-1)?.part ?? root;
    const digest = parent.contentType.value === 'multipart/digest';
    const part = readPart(raw, at, raw.length, digest ? 'message/rfc822' : 'text/plain', isDelimiter);
    parent.children.push(part);
    parts += 1;
    at = part.bodyStart;
    leaf = open(part);
  }
  return { root, cut: false };
}

function readPart(
  raw: Buffer,
  start: number,
  end: number,
  defaultType: string,
  endsAt?: (start: number, end: number) => boolean,
): MimePart {
  const { fields, bodyStart } = splitHeaders(raw, start, end, endsAt);
  const header = headerValue(fields, 'content-type');
  const contentType = parseParameters(header ?? defaultType, null);
  if (!/^[^/]+\/[^/]+$/.test(contentType.value))
    contentType.value = contentType.value === 'text' ? 'text/plain' : defaultType;
  return { fields, contentType, bodyStart, bodyEnd: end, children: [] };
}

function delimiterOf(raw: Buffer, part: MimePart): string | null {
  if (!part.contentType.value.startsWith('multipart/')) return null;
  const boundary = (part.contentType.parameters.get('boundary') ?? '').trimEnd();
  if (boundary !== '' && boundary.length <= mailLimits.boundaryLength) return `--${boundary}`;
  return guessDelimiter(raw, part.bodyStart);
}

/** A multipart that doesn't name its boundary: the first line that looks like one. */
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
    if (match !== null) return { ...match, start, next };
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
