export type Piece = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/** Every repetition is limited: otherwise the whole message would be scanned again from every word. */
const URL_OR_ADDRESS =
  /\b(?:https?:\/\/[^\s<>"]{1,4000}|www\.[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,20}[^\s<>"]{0,4000}|[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,20}\.[a-z]{2,63})/gi;
const TRAILING = new Set('.,;:!?\'"»”’)]}');
/** Without whitespace within this distance, a line is cut inside a word. */
const WORD = 1_000;
const MARK = /^\s*_{0,3}-{2,}\s*(original message|thư gốc|tin nhắn gốc)\s*-{2,}/i;
const RULE = /^\s*[_-]{10,}\s*$/;
const FORWARD = /(forwarded message|thư được chuyển tiếp|tin nhắn được chuyển tiếp|begin forwarded)/i;
const HEAD = /^\s*\*?(from|từ|người gửi)\*?\s*:\s*\S/i;
const HEAD_NEXT = /^\s*\*?(sent|date|đã gửi|ngày)\*?\s*:\s*\S/i;

/** In a longer message, only its beginning is searched for a quote, to limit the cost to this many lines. */
const SEARCHED_LINES = 10_000;
const SEARCHED_CHARACTERS = 400_000;

/**
 * Splits a plain-text message into its text and the quote at its end. If `forwarded`, a message header marks
 * the forwarded content, which is not a quote.
 */
export function splitQuote(text: string, forwarded = false): { own: string; quoted: string } {
  const whole = text.replaceAll('\r\n', '\n').trimEnd();
  const lines = whole.slice(0, SEARCHED_CHARACTERS).split('\n', SEARCHED_LINES);
  const searched = lines.reduce((sum, line) => sum + line.length + 1, 0);
  const cut = quoteStart(lines, forwarded, searched > whole.length);
  if (cut === null) return { own: whole, quoted: '' };
  const at = lines.slice(0, cut).reduce((sum, line) => sum + line.length + 1, 0);
  return { own: whole.slice(0, at).trimEnd(), quoted: whole.slice(at) };
}

/** The work of one task: so much text and so many elements are laid out at once. */
const PORTION = { characters: 25_000, lines: 2_000, elements: 1_000 };

/** Where a portion begins; inside a line, with the quote level of that line. */
export type PortionStart = { at: number; level: number | null };

export type Portion = { groups: Group[]; next: PortionStart | null };
/** Consecutive lines of one quote level. */
export type Group = { level: number; pieces: Piece[] };

/** The portion of the text from `start`, and where the next one begins; null at the end. */
export function readPortion(text: string, start: PortionStart): Portion {
  const groups: Group[] = [];
  const end = Math.min(text.length, start.at + PORTION.characters);
  let elements = 0;
  let { at, level } = start;
  for (let lines = 0; at < end && lines < PORTION.lines && elements < PORTION.elements; lines += 1) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 ? text.length : newline + 1;
    const marks = level === null ? marksOf(text.slice(at, Math.min(lineEnd, end))) : '';
    level ??= marks.replaceAll(/[^>]/g, '').length;
    if (groups.at(-1)?.level !== level) {
      groups.push({ level, pieces: [] });
      elements += 1;
    }
    const from = at + marks.length;
    const drawn = lineEnd <= end ? lineEnd : seam(text, from, end);
    const { pieces, length } = readPieces(text.slice(from, drawn), PORTION.elements - elements);
    elements += pieces.filter(({ kind }) => kind === 'link').length;
    append(groups.at(-1)?.pieces ?? [], pieces);
    at = from + length;
    if (at < lineEnd) break;
    level = null;
  }
  return { groups, next: at < text.length ? { at, level } : null };
}

function marksOf(line: string): string {
  return /^(?:>\s?)*/.exec(line)?.[0] ?? '';
}

/** Where to cut a line that is too long: between words near its end, or at least between characters. */
function seam(text: string, from: number, end: number): number {
  const blank = text.lastIndexOf(' ', end - 1);
  if (blank > end - WORD && blank > from) return blank + 1;
  return /[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end;
}

/** Consecutive texts are merged into one text node. */
function append(to: Piece[], pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    const last = to.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text;
    else to.push(piece);
  }
}

/** The text and its links, up to a number of links: `length` is how much of the text was read. */
export function readPieces(
  text: string,
  links = Number.POSITIVE_INFINITY,
): { pieces: Piece[]; length: number } {
  const pieces: Piece[] = [];
  let at = 0;
  let found = 0;
  for (const match of text.matchAll(URL_OR_ADDRESS)) {
    const link = withoutTrailing(match[0]);
    const href = hrefOf(link);
    if (href === null) continue;
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    at = match.index;
    if (found === links) return { pieces, length: at };
    found += 1;
    pieces.push({ kind: 'link', text: link, href });
    at += link.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ kind: 'text', text: text.slice(at) });
  return { pieces, length: text.length };
}

function hrefOf(link: string): string | null {
  if (/^https?:/i.test(link)) return URL.canParse(link) ? link : null;
  return link.includes('@') && !/^www\./i.test(link) ? `mailto:${link}` : `https://${link}`;
}

/** A closing bracket belongs to the address if it contains the opening one. */
function withoutTrailing(link: string): string {
  let end = link.length;
  while (TRAILING.has(link[end - 1] ?? '')) end -= 1;
  return link[end] === ')' && link.slice(0, end).includes('(') ? link : link.slice(0, end);
}

/** Where the quote at the end begins; null when there is none, or nothing before it. */
function quoteStart(lines: string[], forwarded: boolean, isWhole: boolean): number | null {
  const start = (forwarded ? null : headStart(lines)) ?? (isWhole ? markedStart(lines) : null);
  return start !== null && lines.slice(0, start).some((line) => line.trim() !== '') ? start : null;
}

function headStart(lines: string[]): number | null {
  const at = lines.findIndex(
    (line, index) => MARK.test(line) || (HEAD.test(line) && HEAD_NEXT.test(lines[index + 1] ?? '')),
  );
  if (at < 0 || isForwarded(lines, at)) return null;
  return RULE.test(lines[at - 1] ?? '') ? at - 1 : at;
}

/** The rest is the forwarded content, not a quote. */
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
  // A long attribution wraps over two lines.
  else if (/(wrote|viết):?\s*$/.test(`${lines[start - 2] ?? ''} ${attribution}`)) start -= 2;
  return start;
}
