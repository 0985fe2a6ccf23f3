const BLOCKS =
  'p,div,h1,h2,h3,h4,h5,h6,ul,ol,li,table,tbody,thead,tfoot,tr,td,th,blockquote,pre,hr,section,article,header,footer,center,main,dl,dt,dd,figure,address';
const LINES = 'p,div,h1,h2,h3,h4,h5,h6,li,td,th,dt,dd,blockquote';

/** HTML as the editor's schema reads it best, in a document that loads and runs nothing. */
export function prepareHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  prepareTree(body);
  return body.innerHTML;
}

/**
 * Says the same with what the editor knows: the styles of cells where it looks for them, lines as paragraphs,
 * alignment at the lines.
 */
export function prepareTree(root: HTMLElement): void {
  for (const element of root.querySelectorAll('[data-kept-style]'))
    element.removeAttribute('data-kept-style');
  for (const element of root.querySelectorAll<HTMLElement>('table,tr,td,th')) keepCellStyle(element);
  for (const element of root.querySelectorAll<HTMLElement>('center,div,section,article'))
    passAlignment(element);
  for (const line of root.querySelectorAll<HTMLElement>(LINES)) dropLastBreak(line);
  for (const block of root.querySelectorAll<HTMLElement>('div,dt,dd,address')) {
    if (!block.hasAttribute('data-signature') && !block.querySelector(BLOCKS)) makeParagraph(block);
  }
}

function keepCellStyle(element: HTMLElement): void {
  const kept = cellStyle(element);
  // Otherwise it would be taken for the colour behind each of the words in it.
  element.style.removeProperty('background-color');
  if (kept !== '') element.setAttribute('data-kept-style', kept);
}

const PLAIN = [
  'width',
  'max-width',
  'height',
  'background-color',
  'border-collapse',
  'text-align',
  'vertical-align',
];
const SIDED = ['border', 'padding'];
const SIDES = ['top', 'right', 'bottom', 'left'];

function cellStyle(element: HTMLElement): string {
  const found: [string, string][] = [];
  const take = (name: string, fallback = '') => {
    const value = element.style.getPropertyValue(name) || fallback;
    if (value !== '' && !/url\(|var\(|[<>"\\]/i.test(value)) found.push([name, value]);
    return value !== '';
  };
  for (const name of PLAIN) take(name, oldValue(element, name));
  for (const name of SIDED) {
    if (!take(name)) for (const side of SIDES) take(`${name}-${side}`);
  }
  const table = element.closest('table');
  if (element.matches('td,th') && table) addOldTableStyle(table, found);
  return found.map(([name, value]) => `${name}:${value}`).join(';');
}

/** What attributes said before there were styles. */
function oldValue(element: HTMLElement, name: string): string {
  const length = (attribute: string) => {
    const value = element.getAttribute(attribute) ?? '';
    return /^\d+%$/.test(value) ? value : /^\d+(px)?$/.test(value) ? `${Number.parseInt(value, 10)}px` : '';
  };
  const word = (attribute: string, known: RegExp) => {
    const value = (element.getAttribute(attribute) ?? '').toLowerCase();
    return known.test(value) ? value : '';
  };
  if (name === 'width') return length('width');
  if (name === 'background-color') return word('bgcolor', /^(#[\da-f]{3,8}|[a-z]+)$/);
  if (name === 'text-align' && !element.matches('table'))
    return word('align', /^(left|center|right|justify)$/);
  if (name === 'vertical-align') return word('valign', /^(top|middle|bottom|baseline)$/);
  return '';
}

function addOldTableStyle(table: HTMLElement, found: [string, string][]): void {
  const has = (start: string) => found.some(([name]) => name.startsWith(start));
  const border = Number.parseInt(table.getAttribute('border') ?? '0', 10);
  const padding = Number.parseInt(table.getAttribute('cellpadding') ?? '0', 10);
  if (border > 0 && !has('border')) found.push(['border', '1px solid currentcolor']);
  if (padding > 0 && !has('padding')) found.push(['padding', `${Math.min(padding, 40)}px`]);
}

function passAlignment(element: HTMLElement): void {
  const own = element.style.textAlign || element.getAttribute('align') || '';
  const align = element.localName === 'center' && own === '' ? 'center' : own.toLowerCase();
  if (!/^(center|right|justify)$/.test(align)) return;
  for (const line of element.querySelectorAll<HTMLElement>('p,div,h1,h2,h3,h4,h5,h6')) {
    if (line.style.textAlign === '' && !line.hasAttribute('align')) line.style.textAlign = align;
  }
}

/** The last break of a line shows nothing: it only keeps an empty line open. */
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
