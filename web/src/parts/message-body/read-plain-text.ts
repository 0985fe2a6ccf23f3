export type Piece = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };
export type Line = { level: number; pieces: Piece[] };
export type PlainText = { lines: Line[]; quoted: Line[] };

/** Each repetition has an end: one without would look through the whole message again from every word. */
const URL_OR_ADDRESS =
  /\b(?:https?:\/\/[^\s<>"]{1,4000}|www\.[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,20}[^\s<>"]{0,4000}|[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,20}\.[a-z]{2,63})/gi;
const TRAILING = new Set('.,;:!?\'"»”’)]}');
/** A line this long is as much as many lines. */
const LINE = 200;

/** The beginning of a text that has so many lines, or as much text as they would. */
export function firstLines(text: string, lines: number): string {
  const most = Math.min(text.length, lines * LINE);
  let at = 0;
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0 || end >= most) return text.slice(0, most);
    at = end + 1;
  }
  return text.slice(0, at);
}
const MARK = /^\s*_{0,3}-{2,}\s*(original message|thư gốc|tin nhắn gốc)\s*-{2,}/i;
const RULE = /^\s*[_-]{10,}\s*$/;
const FORWARD = /(forwarded message|thư được chuyển tiếp|tin nhắn được chuyển tiếp|begin forwarded)/i;
const HEAD = /^\s*\*?(from|từ|người gửi)\*?\s*:\s*\S/i;
const HEAD_NEXT = /^\s*\*?(sent|date|đã gửi|ngày)\*?\s*:\s*\S/i;

/**
 * The lines of a plain message with their quote levels and links; the quote at its end is apart. In one that is `forwarded`,
 * what has the head of a message is what it was sent for.
 */
export function readPlainText(text: string, forwarded = false): PlainText {
  const lines = text.replaceAll('\r\n', '\n').trimEnd().split('\n');
  const cut = quoteStart(lines, forwarded);
  const read = lines.map(readLine);
  return cut === null
    ? { lines: read, quoted: [] }
    : { lines: trimmed(read.slice(0, cut)), quoted: read.slice(cut) };
}

function readLine(line: string): Line {
  const [marks = ''] = /^(?:>\s?)*/.exec(line) ?? [];
  const level = marks.replaceAll(/[^>]/g, '').length;
  return { level, pieces: readPieces(level > 0 ? line.slice(marks.length) : line) };
}

export function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(URL_OR_ADDRESS)) {
    const link = withoutTrailing(match[0]);
    const href = hrefOf(link);
    if (href === null) continue;
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    pieces.push({ kind: 'link', text: link, href });
    at = match.index + link.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}

function hrefOf(link: string): string | null {
  if (/^https?:/i.test(link)) return URL.canParse(link) ? link : null;
  return link.includes('@') && !/^www\./i.test(link) ? `mailto:${link}` : `https://${link}`;
}

/** A closing bracket belongs to the address when it was opened there. */
function withoutTrailing(link: string): string {
  let end = link.length;
  while (TRAILING.has(link[end - 1] ?? '')) end -= 1;
  return link[end] === ')' && link.slice(0, end).includes('(') ? link : link.slice(0, end);
}

/** Where the quote at the end begins; null when there is none, or nothing before it. */
function quoteStart(lines: string[], forwarded: boolean): number | null {
  const start = (forwarded ? null : headStart(lines)) ?? markedStart(lines);
  return start !== null && lines.slice(0, start).some((line) => line.trim() !== '') ? start : null;
}

function headStart(lines: string[]): number | null {
  const at = lines.findIndex(
    (line, index) => MARK.test(line) || (HEAD.test(line) && HEAD_NEXT.test(lines[index + 1] ?? '')),
  );
  if (at < 0 || isForwarded(lines, at)) return null;
  return RULE.test(lines[at - 1] ?? '') ? at - 1 : at;
}

/** What follows is what the message was sent for, and no quote. */
function isForwarded(lines: string[], start: number): boolean {
  return lines.slice(Math.max(0, start - 4), start + 1).some((line) => FORWARD.test(line));
}

function markedStart(lines: string[]): number | null {
  let start = lines.length;
  while (start > 0 && /^(>|\s*$)/.test(lines[start - 1] as string)) start -= 1;
  if (start === lines.length || !lines.slice(start).some((line) => line.startsWith('>'))) return null;
  if (isForwarded(lines, start)) return null;
  const attribution = lines[start - 1] ?? '';
  if (/:\s*$/.test(attribution) && /@|\d{4}|\d:\d\d/.test(attribution)) start -= 1;
  // A long attribution is wrapped over two lines.
  else if (/(wrote|viết):?\s*$/.test(`${lines[start - 2] ?? ''} ${attribution}`)) start -= 2;
  return start;
}

function trimmed(lines: Line[]): Line[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.pieces.every((piece) => piece.text.trim() === '')) end -= 1;
  return lines.slice(0, end);
}
