export type Piece = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };
export type Line = { level: number; pieces: Piece[] };
export type PlainText = { lines: Line[]; quoted: Line[] };

const URL_OR_ADDRESS =
  /\b(?:https?:\/\/[^\s<>"]+|www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s<>"]*|[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})/gi;
const TRAILING = /[.,;:!?'"»”’)\]}]+$/;
const MARK = /^\s*_{0,3}-{2,}\s*(original message|thư gốc|tin nhắn gốc)\s*-{2,}/i;
const HEAD = /^\s*\*?(from|từ|người gửi)\*?\s*:\s*\S/i;
const HEAD_NEXT = /^\s*\*?(sent|date|đã gửi|ngày)\*?\s*:\s*\S/i;

/** The lines of a plain letter with their quote levels and links; the quote at its end is apart. */
export function readPlainText(text: string): PlainText {
  const lines = text.replaceAll('\r\n', '\n').trimEnd().split('\n');
  const cut = quoteStart(lines);
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
  const [trailing = ''] = TRAILING.exec(link) ?? [];
  if (trailing.startsWith(')') && link.slice(0, -trailing.length).includes('(')) return link;
  return link.slice(0, link.length - trailing.length);
}

/** Where the quote at the end begins; null when there is none, or nothing before it. */
function quoteStart(lines: string[]): number | null {
  const start = headStart(lines) ?? markedStart(lines);
  return start !== null && lines.slice(0, start).some((line) => line.trim() !== '') ? start : null;
}

function headStart(lines: string[]): number | null {
  const at = lines.findIndex(
    (line, index) => MARK.test(line) || (HEAD.test(line) && HEAD_NEXT.test(lines[index + 1] ?? '')),
  );
  return at < 0 ? null : at;
}

function markedStart(lines: string[]): number | null {
  let start = lines.length;
  while (start > 0 && /^(>|\s*$)/.test(lines[start - 1] as string)) start -= 1;
  if (start === lines.length || !lines.slice(start).some((line) => line.startsWith('>'))) return null;
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
