import { hasWords, isElement, wordsAfter, wordsBefore } from './words-around.ts';

/**
 * Elements that contain a whole quote. In messages quoted by Outlook on the web, ids and classes are prefixed
 * with `x_`.
 */
const CONTAINERS =
  '.gmail_quote, .gmail_quote_container, blockquote, [class*=yahoo_quoted], [id*=yahoo_quoted], .protonmail_quote, #OLK_SRC_BODY_SECTION, #mail-editor-reference-message-container, .zmail_extra, .tutanota_quote';
/** Elements followed by a quote that extends to the end of their parent. */
const OPENERS =
  '#appendonsend, #divRplyFwdMsg, .ms-outlook-mobile-reference-message, hr[id=zwchr], .zmail_extra_hr';
const HEADS = 'div, p, span, b, font';
const HEAD_WORDS =
  /^\s*(from|từ|người gửi|von|de)\s*:.{0,300}?(sent|date|đã gửi|gửi|ngày|ngày gửi|gesendet|envoyé)\s*:/is;
const MARK = /^[\s_-]*-{2,}\s*(original message|thư gốc|tin nhắn gốc|ursprüngliche nachricht)\s*-{2,}/i;
const FORWARD = /(forwarded message|thư được chuyển tiếp|tin nhắn được chuyển tiếp|begin forwarded)/i;
const ATTRIBUTIONS = '.moz-cite-prefix, .gmail_attr, #reply-intro';
const ATTRIBUTION = /(wrote|viết|schrieb|écrit|@|\d{4}|\d:\d\d).{0,200}:\s*$/is;
const LONGEST_ATTRIBUTION = 300;
/** Each candidate is compared with its surroundings. */
const MOST_LOOKED_AT = 50;
/** Signatures that a program adds below the quote. */
const SIGNATURES = '.moz-signature, .gmail_signature, .gmail_signature_prefix, [data-signature]';

/** What goes behind the button: consecutive siblings. */
type Quoted = { first: ChildNode; last: ChildNode };

/**
 * Puts the quoted message at the end of a body behind a button; a body that is only a quote stays open. If
 * `forwarded`, a message header marks the forwarded content, which is not folded.
 */
export function foldQuotes(root: HTMLElement, label: string, forwarded = false): void {
  const found = findQuote(root, forwarded);
  if (!found) return;
  const folded = root.ownerDocument.createElement('details');
  folded.setAttribute('data-quote', '');
  const button = root.ownerDocument.createElement('summary');
  button.setAttribute('aria-label', label);
  button.title = label;
  button.textContent = '•••';
  found.first.before(folded);
  folded.append(button);
  for (let node: ChildNode | null = found.first; node; ) {
    const next: ChildNode | null = node === found.last ? null : node.nextSibling;
    folded.append(node);
    node = next;
  }
}

function findQuote(root: HTMLElement, forwarded: boolean): Quoted | null {
  const beginnings = readBeginnings(root);
  let left = MOST_LOOKED_AT;
  for (const element of root.querySelectorAll(`${CONTAINERS}, ${OPENERS}, ${HEADS}`)) {
    const text = beginnings(element);
    const container = element.matches(CONTAINERS);
    if (!container && !opensQuote(element, text)) continue;
    left -= 1;
    if (left < 0 || (container && answersWithin(element))) return null;
    const quoted = container ? readContainer(root, element, text) : readToEnd(root, element, forwarded);
    if (!quoted) continue;
    if (FORWARD.test(text.slice(0, 400))) return null;
    if (!wordsBefore(root, quoted.first) || !hasWordsWithin(quoted)) return null;
    return quoted;
  }
  return null;
}

/** The first words of any element, read in one pass: nested elements share the same ones. */
function readBeginnings(root: HTMLElement): (element: Element) => string {
  let whole = '';
  const places = new Map<Node, { from: number; to: number }>();
  function read(node: Node): void {
    const from = whole.length;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) whole += child.nodeValue ?? '';
      else read(child);
    }
    places.set(node, { from, to: whole.length });
  }
  read(root);
  return (element) => {
    const { from, to } = places.get(element) ?? { from: 0, to: 0 };
    return whole.slice(from, Math.min(to, from + 500));
  };
}

function opensQuote(element: Element, text: string): boolean {
  return element.matches(OPENERS) || MARK.test(text) || isOutlookHead(element, text);
}

function readToEnd(root: HTMLElement, element: Element, forwarded: boolean): Quoted | null {
  if (forwarded) return null;
  const { first } = alone(root, element, element);
  const rule = previousContent(first);
  const last = first.parentNode?.lastChild ?? first;
  return { first: isElement(rule) && rule.matches('hr') ? rule : first, last };
}

/** Outlook draws a line above the header of the message that it quotes. */
function isOutlookHead(element: Element, text: string): boolean {
  if (!HEAD_WORDS.test(text) || !isElement(element)) return false;
  const rule = previousContent(element);
  return element.style.borderTopStyle === 'solid' || (isElement(rule) && rule.matches('hr, #appendonsend'));
}

/** A quote with inline replies cannot be folded: only other quotes may follow it. */
function readContainer(root: HTMLElement, element: Element, text: string): Quoted | null {
  const bare = element.matches('blockquote:not([type=cite], .gmail_quote, .protonmail_quote)');
  const attribution = findAttribution(element);
  if (bare && !attribution && !opensWithAttribution(text)) return null;
  const whole = alone(root, attribution ?? element, element);
  let { last } = whole;
  for (let next = last.nextSibling; next && isQuoteOrBlank(next); next = next.nextSibling) last = next;
  const first = attribution ? whole.first : (findAttribution(whole.first) ?? whole.first);
  for (let node: Node | null = last; node && node !== root; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling) {
      if (!isSignature(next) && hasWords(next)) return null;
    }
  }
  return { first, last };
}

function opensWithAttribution(text: string): boolean {
  const [line = ''] = text.trim().split(/(?<=:)\s*\n/);
  return line.length < LONGEST_ATTRIBUTION && ATTRIBUTION.test(line);
}

/** Gmail keeps inline replies within the element of the whole quote. */
function answersWithin(element: Element): boolean {
  if (element.matches('blockquote')) return false;
  const quote = element.querySelector('blockquote');
  for (let node: Node | null = quote; node && node !== element; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling) {
      if (!isQuoteOrBlank(next) && !isSignature(next)) return true;
    }
  }
  return false;
}

/** The attribution line, “On …, … wrote:”, before a quote: an element, or the text since the last break. */
function findAttribution(quote: ChildNode): ChildNode | null {
  const end = previousContent(quote);
  if (!end) return null;
  if (isElement(end) && isBlock(end))
    return end.matches(ATTRIBUTIONS) || isAttribution(end.textContent) ? end : null;
  let first = end;
  let words = end.textContent ?? '';
  for (let before = end.previousSibling; before && !isBlock(before); before = before.previousSibling) {
    words = (before.textContent ?? '') + words;
    first = before;
  }
  return isAttribution(words) ? first : null;
}

function isAttribution(words: string | null): boolean {
  const line = (words ?? '').trim();
  return line.length < LONGEST_ATTRIBUTION && ATTRIBUTION.test(line);
}

function isBlock(node: Node): boolean {
  return isElement(node) && node.matches('br, div, p, hr, blockquote, table, ul, ol, pre, h1, h2, h3, h4');
}

function previousContent(node: ChildNode): ChildNode | null {
  let before = node.previousSibling;
  while (before && !hasWords(before) && !(isElement(before) && before.matches('hr')))
    before = before.previousSibling;
  return before;
}

/** The outermost element that contains nothing else. */
function alone(root: HTMLElement, from: ChildNode, to: ChildNode): Quoted {
  let first = from;
  let last = to;
  for (let parent = first.parentElement; parent && parent !== root; parent = parent.parentElement) {
    if (wordsBefore(parent, first) || wordsAfter(parent, last)) break;
    first = parent;
    last = parent;
  }
  return { first, last };
}

function isQuoteOrBlank(node: Node): boolean {
  return !hasWords(node) || (isElement(node) && node.matches(CONTAINERS));
}

function isSignature(node: Node): boolean {
  return (isElement(node) && node.matches(SIGNATURES)) || /^\s*--\s*\n/.test(node.textContent ?? '');
}

function hasWordsWithin({ first, last }: Quoted): boolean {
  for (let node: ChildNode | null = first; node; node = node === last ? null : node.nextSibling) {
    if (hasWords(node)) return true;
  }
  return false;
}
