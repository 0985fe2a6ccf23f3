const CONTAINERS =
  '.gmail_quote, .gmail_quote_container, blockquote[type=cite], .yahoo_quoted, .moz-cite-prefix, .protonmail_quote, #divRplyFwdMsg, #appendonsend, #OLK_SRC_BODY_SECTION, .zmail_extra, .tutanota_quote';
const HEADS = 'div, p, span, b, font';
const OUTLOOK_RULE = /border-top(-style|-width)?:\s*(solid|1pt)/i;
const HEAD_WORDS = /^\s*(from|từ|người gửi|von|de)\s*:.{0,300}?(sent|date|đã gửi|ngày|gesendet|envoyé)\s*:/is;
const MARK = /^[\s_-]*-{2,}\s*(original message|thư gốc|tin nhắn gốc|ursprüngliche nachricht)\s*-{2,}/i;
const FORWARD = /(forwarded message|thư được chuyển tiếp|tin nhắn được chuyển tiếp|begin forwarded)/i;

/** Puts the quoted message at the end of a body behind a button; a body that is nothing but a quote stays open. */
export function foldQuotes(root: HTMLElement, label: string): void {
  const start = findStart(root);
  if (!start) return;
  const container = start.parentElement as HTMLElement;
  const folded = root.ownerDocument.createElement('details');
  folded.setAttribute('data-quote', '');
  const button = root.ownerDocument.createElement('summary');
  button.setAttribute('aria-label', label);
  button.title = label;
  button.textContent = '•••';
  container.insertBefore(folded, start);
  folded.append(button);
  for (let node: ChildNode | null = start; node; ) {
    const next: ChildNode | null = node.nextSibling;
    folded.append(node);
    node = next;
  }
}

function findStart(root: HTMLElement): Element | null {
  const beginnings = readBeginnings(root);
  for (const element of root.querySelectorAll(`${CONTAINERS}, ${HEADS}`)) {
    const text = beginnings(element);
    if (!opensQuote(element, text)) continue;
    if (FORWARD.test(text.slice(0, 400))) return null;
    const start = withAttribution(element);
    return endsWith(root, element, start) && hasWordsBefore(root, start) ? start : null;
  }
  return null;
}

/** The first words of any element. Read once for all: elements within each other have the same ones. */
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
  if (element.matches(CONTAINERS)) return true;
  if (MARK.test(text)) return true;
  if (!HEAD_WORDS.test(text)) return false;
  return element.localName === 'div' && OUTLOOK_RULE.test(element.getAttribute('style') ?? '');
}

/** The line “On …, … wrote:” that stands before a bare blockquote. */
function withAttribution(element: Element): Element {
  const before = element.previousElementSibling;
  const text = (before?.textContent ?? '').trim();
  return element.localName === 'blockquote' && before && text.length < 300 && text.endsWith(':')
    ? before
    : element;
}

/** A quote that is answered between its lines is no tail: of what follows it, only quotes may have words. */
function endsWith(root: HTMLElement, element: Element, start: Element): boolean {
  // What an Outlook head opens goes to the end of its container; a real container must be the last to speak.
  const isHead =
    !element.matches(CONTAINERS) || element.matches('.moz-cite-prefix, #divRplyFwdMsg, #appendonsend');
  let node: Element | null = isHead ? (start.parentElement as Element) : start;
  for (; node && node !== root; node = node.parentElement) {
    for (let next = node.nextSibling; next; next = next.nextSibling) {
      if ((next.textContent ?? '').trim() !== '') return false;
    }
  }
  return true;
}

function hasWordsBefore(root: HTMLElement, start: Element): boolean {
  const range = root.ownerDocument.createRange();
  range.setStart(root, 0);
  range.setEndBefore(start);
  const before = range.cloneContents();
  return (before.textContent ?? '').trim() !== '' || before.querySelector('img') !== null;
}
