import { MAIL_TAGS } from '@bocau/contract/mail-html.ts';
import { createMarkupTree } from './markup-tree.ts';

/**
 * Limits for the markup of one message. A parser's work is quadratic in the depth, and every element is
 * parsed, sanitized, serialized and drawn: beyond these limits, a message is shown in part, and the reader is
 * told.
 */
export const MARKUP_LIMITS = {
  elements: 3_000,
  /** Characters of text; the end of a word counts as several, as a line may break there. */
  text: 150_000,
  depth: 150,
  attributes: 60,
  formatting: 20,
  sheets: 50,
} as const;
/** Maximum elements when the user asks for more, or prints. */
export const MOST_ELEMENTS = 12_000;
/** All lines of one paragraph are laid out at once. */
const MOST_TEXT = 300_000;

export type LimitedMarkup = {
  html: string;
  /** The start tag of the body, whose attributes apply to the whole sheet. */
  body: string;
  /** The contents of the style sheets, which are parsed separately. */
  sheets: string[];
  /** Something was left out to stay within the limits. */
  cut: boolean;
  /** The number of elements that a parser creates, including implied ones. */
  elements: number;
  /** The cost of reading: linear in the length of the text, whatever it contains. */
  steps: number;
};

const VOID = new Set('area br col hr img wbr'.split(' '));
/** Raw text elements, whose content is no markup. Only style sheets are read. */
const RAW = new Set('script style title textarea xmp iframe noembed noframes'.split(' '));
/** Hidden together with their content, and kept for the sanitizer, which knows where they end. */
const HIDDEN = 'noscript template object applet select option video audio canvas'.split(' ');
const KEPT = new Set([...MAIL_TAGS, ...HIDDEN, 'body', 'style']);
/** HTML elements that end an SVG or MathML element. */
const ENDS_DRAWING = new Set(
  'b big blockquote body br center code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre ruby s small span strong strike sub sup table tt u ul var'.split(
    ' ',
  ),
);

/**
 * Limits hostile HTML for a parser without limits: in one pass that reads each character once. The result is
 * not safe; it must be sanitized. Comments, unknown elements and unmatched end tags are dropped, as a parser
 * would.
 */
export function limitMarkup(html: string, most: number = MARKUP_LIMITS.elements): LimitedMarkup {
  // The doctype decides how a parser treats tables within paragraphs.
  const [, doctype = ''] = /^\s*(<!doctype[^>]{0,300}>)/i.exec(html) ?? [];
  const out = [doctype];
  const tree = createMarkupTree(MARKUP_LIMITS);
  const reader = createTagReader(html);
  const sheets: string[] = [];
  let body = '';
  let leftOut = 0;
  let text: number = most > MARKUP_LIMITS.elements ? MOST_TEXT : MARKUP_LIMITS.text;
  let drawing = false;
  let cut = false;
  let at = 0;

  while (at < html.length) {
    const mark = html.indexOf('<', at);
    const textEnd = mark < 0 ? html.length : mark;
    if (textEnd > at && !drawing) {
      tree.text();
      out.push(html.slice(at, Math.min(textEnd, at + text)));
      text -= textEnd - at + WORD_END * wordEnds(html, at, textEnd);
      if (text < 0) {
        cut = true;
        break;
      }
    }
    if (mark < 0) break;
    const token = reader.read(mark);
    at = token.end;
    if (token.kind === 'nothing') continue;
    if (token.kind === 'mark') {
      // Escaped, so that it cannot form a tag with the following text once something between them is removed.
      if (!drawing) out.push('&lt;');
      continue;
    }
    const { name } = token;
    if (name === 'svg' || name === 'math') {
      drawing = token.kind === 'start' && !token.closed;
      continue;
    }
    if (token.kind === 'start') {
      if (drawing && !ENDS_DRAWING.has(name)) continue;
      drawing = false;
    }
    if (name === 'plaintext') break;
    if (!KEPT.has(name)) continue;
    if (token.kind === 'end') {
      if (!tree.end(name)) continue;
      drawing = false;
      out.push(`</${name}>`);
      continue;
    }
    cut ||= token.attributesCut;
    if (name === 'body') {
      body ||= token.text;
    } else if (name === 'style') {
      if (sheets.length < MARKUP_LIMITS.sheets) sheets.push(token.text);
      else cut = true;
    } else if (tree.elements() + leftOut >= most) {
      cut = true;
      break;
    } else if (tree.start(name, VOID.has(name))) out.push(token.text);
    else {
      cut = true;
      leftOut += 1;
    }
  }
  return {
    html: out.join(''),
    body,
    sheets,
    cut,
    elements: tree.elements(),
    steps: tree.steps() + reader.steps(),
  };
}

const WORD_END = 3;

function wordEnds(html: string, from: number, to: number): number {
  let ends = 0;
  for (let at = from + 1; at < to; at += 1)
    if (isSpace(html.charCodeAt(at)) && !isSpace(html.charCodeAt(at - 1))) ends += 1;
  return ends;
}

type Token =
  | { kind: 'nothing'; end: number }
  | { kind: 'mark'; end: number }
  | { kind: 'end'; name: string; end: number }
  | { kind: 'start'; name: string; text: string; closed: boolean; attributesCut: boolean; end: number };

/** Tokenizes tags as browsers do. Positions only grow, so search results are cached. */
function createTagReader(html: string): { read(at: number): Token; steps(): number } {
  const next = new Map<string, number>();
  let steps = 0;

  function find(what: string, from: number): number {
    const known = next.get(what);
    if (known !== undefined && known >= from) return known;
    const found = html.indexOf(what, from);
    steps += (found < 0 ? html.length : found) - from;
    next.set(what, found < 0 ? html.length : found);
    return found < 0 ? html.length : found;
  }

  function comment(at: number): number {
    if (html.startsWith('<!-->', at)) return at + 5;
    if (html.startsWith('<!--->', at)) return at + 6;
    const [right, wrong] = [find('-->', at + 4), find('--!>', at + 4)];
    return right <= wrong ? right + 3 : wrong + 4;
  }

  function read(at: number): Token {
    steps += 1;
    const second = html.charCodeAt(at + 1);
    if (html.startsWith('<!--', at)) return { kind: 'nothing', end: comment(at) };
    const ends = second === SLASH;
    if (!isLetter(html.charCodeAt(at + (ends ? 2 : 1)))) {
      const bogus = ends || second === EXCLAMATION || second === QUESTION;
      return bogus ? { kind: 'nothing', end: find('>', at) + 1 } : { kind: 'mark', end: at + 1 };
    }
    let nameEnd = at + 2;
    while (nameEnd < html.length && !endsName(html.charCodeAt(nameEnd))) nameEnd += 1;
    const given = html.slice(at + (ends ? 2 : 1), nameEnd).toLowerCase();
    // As parsers rename it.
    const name = given === 'image' ? 'img' : given;
    const { end, kept, closed } = attributes(nameEnd);
    steps += end - at;
    // A tag that is never closed is not a tag.
    if (end > html.length) return { kind: 'nothing', end };
    if (ends) return { kind: 'end', name, end };
    const cutOff = kept < end - 1;
    const text = `<${name}${html.slice(nameEnd, kept)}>`;
    const start = { kind: 'start', name, closed, attributesCut: cutOff } as const;
    if (!RAW.has(name)) return { ...start, text, end };
    const behind = raw(name, end);
    return name === 'style'
      ? { ...start, text: html.slice(end, behind.from), end: behind.end }
      : { kind: 'nothing', end: behind.end };
  }

  /** The end of a raw element's content, and of its end tag. */
  function raw(name: string, from: number): { from: number; end: number } {
    const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    close.lastIndex = from;
    const found = close.exec(html);
    const start = found?.index ?? html.length;
    steps += start - from;
    return { from: start, end: found ? find('>', start) + 1 : html.length };
  }

  /** The end of a tag, and of the last attribute that is kept. */
  function attributes(from: number): { end: number; kept: number; closed: boolean } {
    let at = from;
    let count = 0;
    let kept = -1;
    for (;;) {
      while (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === SLASH) at += 1;
      if (at >= html.length) return { end: html.length + 1, kept: at, closed: false };
      if (html.charCodeAt(at) === GREATER)
        return { end: at + 1, kept: kept < 0 ? at : kept, closed: html.charCodeAt(at - 1) === SLASH };
      count += 1;
      if (count > MARKUP_LIMITS.attributes && kept < 0) kept = at;
      at = attributeEnd(at);
    }
  }

  function attributeEnd(from: number): number {
    let at = from + 1;
    while (at < html.length && !endsName(html.charCodeAt(at)) && html.charCodeAt(at) !== EQUALS) at += 1;
    let value = at;
    while (isSpace(html.charCodeAt(value))) value += 1;
    if (html.charCodeAt(value) !== EQUALS) return at;
    value += 1;
    while (isSpace(html.charCodeAt(value))) value += 1;
    const quote = html[value];
    if (quote === '"' || quote === "'") return find(quote, value + 1) + 1;
    while (value < html.length && !isSpace(html.charCodeAt(value)) && html.charCodeAt(value) !== GREATER)
      value += 1;
    return value;
  }

  return { read, steps: () => steps };
}

const [SLASH, EXCLAMATION, QUESTION, EQUALS, GREATER] = [47, 33, 63, 61, 62];

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
}

function endsName(code: number): boolean {
  return isSpace(code) || code === SLASH || code === GREATER;
}
