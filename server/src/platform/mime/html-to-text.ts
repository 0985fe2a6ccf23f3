import { clip } from './clip-text.ts';
import { decodeEntities } from './html-entities.ts';

const blocks = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol option p pre section table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
const paragraphs = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
/** Elements whose content is not displayed. */
const hidden = new Set(
  'head script style template title noframes object applet iframe select textarea xmp'.split(' '),
);
const deepestQuote = 5;
/** Lines that an editor, ours included, writes as paragraphs without space between them. */
const NO_MARGIN = /^<p\s[^>]*\bstyle\s*=\s*["']?(?:[^>"']*[;\s])?margin:\s*0(?:px|pt|cm|in)?\s*(?:[;"'>]|!)/i;
const longestLook = 300;

/**
 * The readable text of an HTML body, at most `maxLength` characters. A single pass, each character visited a
 * bounded number of times, whatever is left unclosed.
 */
export function htmlToText(html: string, maxLength: number): string {
  const out: string[] = [];
  let length = 0;
  let line: string[] = [];
  let lineLength = 0;
  let endsInSpace = true;
  let quoteDepth = 0;
  let preformatted = 0;
  let emptyLines = 2;
  let isTight = false;
  let at = 0;
  const find = rememberingFinder(html);

  const breakLine = () => {
    const text = line.join('').trimEnd();
    line = [];
    lineLength = 0;
    endsInSpace = true;
    if (text === '' && emptyLines >= 1) return;
    emptyLines = text === '' ? emptyLines + 1 : 0;
    const prefix = quoteDepth > 0 ? `${'>'.repeat(quoteDepth)} ` : '';
    out.push(prefix + text);
    length += prefix.length + text.length + 1;
  };
  const append = (text: string) => {
    if (text === '') return;
    line.push(text);
    lineLength += text.length;
    endsInSpace = text.endsWith(' ');
  };
  const addText = (text: string) => {
    const decoded = decodeEntities(text);
    if (preformatted > 0) {
      const [first = '', ...rest] = decoded.replaceAll('\r', '').split('\n');
      append(first);
      for (const next of rest) {
        breakLine();
        append(next);
      }
      return;
    }
    const collapsed = decoded.replace(/[ \t\r\n\f]+/g, ' ');
    append(endsInSpace ? collapsed.trimStart() : collapsed);
  };
  const applyTag = (name: string, closing: boolean, spaced: boolean) => {
    if (name === 'br') {
      if (lineLength === 0) emptyLines = 0;
      breakLine();
    } else if (name === 'td' || name === 'th') {
      if (!endsInSpace) append(' ');
    } else if (blocks.has(name)) {
      if (lineLength > 0) breakLine();
      // The blank line around a quote is not part of it.
      if (name === 'blockquote' && closing) quoteDepth = Math.max(0, quoteDepth - 1);
      if (paragraphs.has(name) && spaced && emptyLines === 0) breakLine();
      if (name === 'blockquote' && !closing) quoteDepth = Math.min(deepestQuote, quoteDepth + 1);
      if (name === 'li' && !closing) append('- ');
      if (name === 'pre') preformatted = Math.max(0, preformatted + (closing ? -1 : 1));
    }
  };

  while (at < html.length && length + lineLength < maxLength) {
    const tag = html.indexOf('<', at);
    const textEnd = tag < 0 ? html.length : tag;
    // Text without tags is taken in slices, so that the limit applies within it too.
    const sliceEnd = Math.min(textEnd, at + maxLength + 1);
    if (sliceEnd > at) addText(html.slice(at, sliceEnd));
    if (sliceEnd < textEnd || tag < 0) {
      at = sliceEnd;
      continue;
    }
    const next = readTag(html, tag, find);
    if (next.name === 'p' && !next.closing) isTight = NO_MARGIN.test(html.slice(tag, tag + longestLook));
    if (next.name !== null) applyTag(next.name, next.closing, !(isTight && next.name === 'p'));
    else if (next.literal) addText(html.slice(tag, Math.min(next.end, tag + maxLength + 1)));
    at = next.end;
  }
  breakLine();
  return clip(out.join('\n').trim(), maxLength);
}

type Finder = (what: string, from: number) => number;
type Tag = { name: string | null; closing: boolean; literal: boolean; end: number };

/** An indexOf for increasing positions: it caches the next match, which keeps the scan linear. */
function rememberingFinder(html: string): Finder {
  const next = new Map<string, number>();
  return (what, from) => {
    const known = next.get(what);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = html.indexOf(what, from);
    next.set(what, found);
    return found;
  };
}

function readTag(html: string, at: number, find: Finder): Tag {
  const nothing = { name: null, closing: false, literal: false };
  if (html.startsWith('<!--', at)) {
    const end = find('-->', at + 4);
    // Wrongly closed comments are read as browsers do; an unclosed one hides only itself.
    return { ...nothing, end: end < 0 ? at + 4 : end + 3 };
  }
  const second = html[at + 1];
  if (second === '!' || second === '?') {
    const end = find('>', at);
    return { ...nothing, end: end < 0 ? html.length : end + 1 };
  }
  const closing = second === '/';
  const nameStart = at + (closing ? 2 : 1);
  let nameEnd = nameStart;
  while (nameEnd < nameStart + 30 && isNameCharacter(html.charCodeAt(nameEnd))) nameEnd += 1;
  if (nameEnd === nameStart) return { ...nothing, literal: true, end: markEnd(html, at) };
  const name = html.slice(nameStart, nameEnd).toLowerCase();
  const end = tagEnd(html, nameEnd, find);
  if (!closing && hidden.has(name) && html[end - 2] !== '/') {
    return { ...nothing, end: hiddenEnd(html, name, end, find) };
  }
  return { name, closing, literal: false, end };
}

/** The position after a run of `<` that begin no tag: all but the last are followed by no name. */
function markEnd(html: string, at: number): number {
  let end = at + 1;
  while (html[end] === '<' && html[end + 1] === '<') end += 1;
  return end;
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 58 ||
    code === 45
  );
}

/** The position after the `>` of a tag, skipping quoted attribute values. */
function tagEnd(html: string, from: number, find: Finder): number {
  let at = from;
  let afterEquals = false;
  while (at < html.length) {
    const character = html[at];
    if (character === '>') return at + 1;
    if (afterEquals && (character === '"' || character === "'")) {
      const close = find(character, at + 1);
      if (close >= 0) at = close;
      afterEquals = false;
    } else if (character === '=') afterEquals = true;
    else if (character !== ' ' && character !== '\n' && character !== '\r' && character !== '\t')
      afterEquals = false;
    at += 1;
  }
  return html.length;
}

/** The position after the end tag of an undisplayed element; a head also ends where the body begins. */
function hiddenEnd(html: string, name: string, from: number, find: Finder): number {
  const spellings = [`</${name}`, `</${name.toUpperCase()}`, `</${name[0]?.toUpperCase()}${name.slice(1)}`];
  if (name === 'head') spellings.push('<body', '<BODY', '<Body');
  let nearest = -1;
  for (const spelling of spellings) {
    const found = find(spelling, from);
    if (found >= 0 && (nearest < 0 || found < nearest)) nearest = found;
  }
  if (nearest >= 0) return nearest;
  // A browser shows nothing after an unclosed script or style; after the others it shows the rest.
  return name === 'script' || name === 'style' ? html.length : from;
}
