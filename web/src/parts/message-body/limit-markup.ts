import { MAIL_TAGS } from '@bocau/contract/mail-html.ts';
import { createMarkupTree } from './markup-tree.ts';

/**
 * What the markup of one message may cost. A parser's work grows with the square of the depth, and every element is
 * read, judged, written and drawn: beyond these, a message is shown in part, which its reader is told.
 */
export const MARKUP_LIMITS = {
  elements: 3_000,
  /** Characters of text; the end of a word, where a line may end, counts as several. */
  text: 150_000,
  depth: 150,
  attributes: 60,
  formatting: 20,
  sheets: 50,
} as const;
/** How many elements are drawn where somebody asked for more, or prints. */
export const MOST_ELEMENTS = 12_000;
/** Lines that one paragraph is broken into are laid out at once. */
const MOST_TEXT = 300_000;

export type LimitedMarkup = {
  html: string;
  /** The start tag of the body, for what it says of the whole sheet. */
  body: string;
  /** The texts of the style sheets, which are read by themselves. */
  sheets: string[];
  /** Something was left out to keep the limits. */
  cut: boolean;
  /** The elements that a parser makes of it, those among them that it makes up by itself. */
  elements: number;
  /** What the reading itself took: grows as the text does, whatever is in it. */
  steps: number;
};

const VOID = new Set('area br col hr img wbr'.split(' '));
/** Their content is no markup. Of these only style sheets are read. */
const RAW = new Set('script style title textarea xmp iframe noembed noframes'.split(' '));
/** Hidden with what is in them, and kept until the sanitiser takes them away: it knows where they end. */
const HIDDEN = 'noscript template object applet select option video audio canvas'.split(' ');
const KEPT = new Set([...MAIL_TAGS, ...HIDDEN, 'body', 'style']);
/** HTML in a drawing or a formula ends it. */
const ENDS_DRAWING = new Set(
  'b big blockquote body br center code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre ruby s small span strong strike sub sup table tt u ul var'.split(
    ' ',
  ),
);

/**
 * Hostile HTML within limits, for a parser that has none: read in one pass, each character once. It makes nothing
 * safe; a sanitiser is to follow. Comments, unknown elements and end tags of nothing go, as they would there.
 */
export function limitMarkup(html: string, most: number = MARKUP_LIMITS.elements): LimitedMarkup {
  // It decides how a parser treats tables within paragraphs.
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
      // Written so that it begins no tag with what follows, once something between them is gone.
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

/** Tags as browsers tokenise them. Places only grow, so what was searched for once is remembered. */
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
    // What parsers make of it.
    const name = given === 'image' ? 'img' : given;
    const { end, kept, closed } = attributes(nameEnd);
    steps += end - at;
    // A tag that never ends is none.
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

  /** Where the content of a raw element ends, and its end tag. */
  function raw(name: string, from: number): { from: number; end: number } {
    const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    close.lastIndex = from;
    const found = close.exec(html);
    const start = found?.index ?? html.length;
    steps += start - from;
    return { from: start, end: found ? find('>', start) + 1 : html.length };
  }

  /** Behind a tag, and where the last attribute ends that is kept. */
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
