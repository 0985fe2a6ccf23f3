import { parseHtml } from '../../../lib/trusted-html.ts';
import { BASE_FONT, ELEMENT_STYLES, FORMER_BASE_SIZE } from './mail-look.ts';

const BLOCKS =
  'p,div,h1,h2,h3,h4,h5,h6,ul,ol,li,table,tbody,thead,tfoot,tr,td,th,blockquote,pre,hr,section,article,header,footer,center,main,dl,dt,dd,figure,address';
const LINES = 'p,div,h1,h2,h3,h4,h5,h6,li,td,th,dt,dd,blockquote';

/** Parses HTML for the editor's schema, in a document that neither loads nor runs anything. */
export function prepareBody(html: string): HTMLElement {
  const { body } = parseHtml(html);
  prepareTree(body);
  return body;
}

export function prepareHtml(html: string): string {
  return prepareBody(html).innerHTML;
}

/**
 * Rewrites the tree in terms that the editor knows: cell styles where it looks for them, lines as paragraphs,
 * alignment on the lines.
 */
export function prepareTree(root: HTMLElement): void {
  for (const element of root.querySelectorAll('[data-kept-style]'))
    element.removeAttribute('data-kept-style');
  for (const element of root.querySelectorAll<HTMLElement>('table,tr,td,th')) keepCellStyle(element);
  for (const element of root.querySelectorAll<HTMLElement>('div[style]')) dropFormerSize(element);
  for (const heading of root.querySelectorAll<HTMLElement>('h1,h2,h3,h4')) dropHeadingSize(heading);
  for (const element of root.querySelectorAll<HTMLElement>('center,div,section,article'))
    passAlignment(element);
  for (const line of root.querySelectorAll<HTMLElement>(LINES)) dropLastBreak(line);
  for (const block of root.querySelectorAll<HTMLElement>('div,dt,dd,address')) {
    if (!block.hasAttribute('data-signature') && !block.querySelector(BLOCKS)) makeParagraph(block);
  }
}

function keepCellStyle(element: HTMLElement): void {
  sayInStyle(element);
  const kept = cellStyle(element);
  // Otherwise it would be taken for the background colour of each word in the element.
  element.style.removeProperty('background-color');
  if (kept !== '') element.setAttribute('data-kept-style', kept);
}

const PLAIN = ['width', 'max-width', 'height', 'background-color', 'text-align', 'vertical-align'];
const SIDED = ['border', 'padding'];
const SIDES = ['top', 'right', 'bottom', 'left'];

function cellStyle({ style }: HTMLElement): string {
  const found: string[] = [];
  const take = (name: string) => {
    const value = style.getPropertyValue(name);
    if (value !== '' && !/url\(|var\(|[<>"\\]/i.test(value)) found.push(`${name}:${value}`);
    return value !== '';
  };
  for (const name of PLAIN) take(name);
  for (const name of SIDED) {
    if (!take(name)) for (const side of SIDES) take(`${name}-${side}`);
  }
  return found.join(';');
}

/** Converts presentational attributes to styles. */
function sayInStyle(element: HTMLElement): void {
  const say = (name: string, value: string) => {
    if (value !== '' && element.style.getPropertyValue(name) === '') element.style.setProperty(name, value);
  };
  const given = (attribute: string) => (element.getAttribute(attribute) ?? '').trim().toLowerCase();
  for (const side of ['width', 'height'])
    say(side, /^\d+$/.test(given(side)) ? `${given(side)}px` : given(side));
  say('background-color', given('bgcolor'));
  say('vertical-align', given('valign'));
  if (element.localName !== 'table') say('text-align', given('align'));
  const table = element.matches('td,th') && element.closest('table');
  if (!table) return;
  if (Number.parseInt(table.getAttribute('border') ?? '', 10) > 0) say('border', '1px solid');
  const padding = Number.parseInt(table.getAttribute('cellpadding') ?? '', 10);
  if (padding > 0) say('padding', `${Math.min(padding, MOST_PADDING)}px`);
}

const MOST_PADDING = 40;

/** Drops the default size of a heading; only another size was chosen by somebody. */
function dropHeadingSize(heading: HTMLElement): void {
  const own = new RegExp(`font-size:${heading.style.fontSize || 'none'}(;|$)`);
  if (own.test(ELEMENT_STYLES[heading.localName] ?? '')) heading.style.removeProperty('font-size');
}

/** Drops the former default size: text in it follows today's default. */
function dropFormerSize({ style }: HTMLElement): void {
  const isOurs = style.fontFamily === BASE_FONT && style.lineHeight === '1.5';
  if (isOurs && style.fontSize === `${FORMER_BASE_SIZE}px`) style.removeProperty('font-size');
}

function passAlignment(element: HTMLElement): void {
  const own = element.style.textAlign || element.getAttribute('align') || '';
  const align = element.localName === 'center' && own === '' ? 'center' : own.toLowerCase();
  if (!/^(center|right|justify)$/.test(align)) return;
  for (const line of element.querySelectorAll<HTMLElement>('p,div,h1,h2,h3,h4,h5,h6')) {
    if (line.style.textAlign === '' && !line.hasAttribute('align')) line.style.textAlign = align;
  }
}

/** The last break of a line shows nothing: it only gives an empty line its height. */
function dropLastBreak(line: HTMLElement): void {
  const last = line.lastChild;
  if (last?.nodeName === 'BR') last.remove();
}

function makeParagraph(block: HTMLElement): void {
  const paragraph = block.ownerDocument.createElement('p');
  for (const name of ['style', 'align']) {
    const value = block.getAttribute(name);
    if (value !== null) paragraph.setAttribute(name, value);
  }
  paragraph.append(...block.childNodes);
  block.replaceWith(paragraph);
}
