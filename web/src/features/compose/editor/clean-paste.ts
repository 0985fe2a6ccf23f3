import { DROPPED_WITH_CONTENT, PASTED_ATTRIBUTES, WRITTEN_TAGS } from '@bocau/contract/mail-html.ts';
import { parseHtml } from '../../../lib/trusted-html.ts';
import { allowlist, sanitizeNodes } from '../../../parts/html/sanitize-nodes.ts';
import { BASE_SIZE, CELL_BORDER, FONT_SIZES } from './mail-look.ts';
import { prepareHtml, prepareTree } from './prepare-html.ts';
import { pixels } from './style-marks.ts';
import { makeWordLists } from './word-lists.ts';

/** In pixels: sizes in this range count as plain text. */
const PLAIN = { from: 13, to: 16 };

/** Set and read by the editor itself. */
const KEPT_STYLE = 'data-kept-style';
/** Elements without any text of the page, or only with metadata of the document. */
const NOT_PASTED = ['button', 'form', 'head', 'link', 'meta', 'xml'];

/** Styles that mean something to the editor; the others are the layout of another program. */
const KEPT_STYLES = [
  ...['color', 'background-color', 'font-size', 'font-weight', 'font-style', 'text-decoration', 'text-align'],
  ...['text-decoration-line', 'margin-left', 'list-style-type'],
];

const ALLOWED = allowlist(WRITTEN_TAGS, {
  ALLOWED_ATTR: [...PASTED_ATTRIBUTES, KEPT_STYLE],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: [...DROPPED_WITH_CONTENT, ...NOT_PASTED],
  ADD_URI_SAFE_ATTR: [KEPT_STYLE],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpe?g|gif|webp);|[^:]*$)/i,
});

/**
 * Converts what other programs put on the clipboard to what the editor would have produced, sanitized of
 * anything active.
 */
export function cleanPastedHtml(html: string): string {
  // Copied from this editor: already clean, and `data-pm-slice` says how to reassemble it.
  if (/\sdata-pm-slice="/.test(html)) return prepareHtml(html);
  const { head, body } = parseHtml(html);
  const isSheet =
    /urn:schemas-microsoft-com:office:excel|google-sheets-html-origin|content="?Excel\.Sheet/i.test(html);
  if (isSheet) takeSheetClasses(`${sheetText(head)}\n${sheetText(body)}`, body);
  dropComments(body);
  makeWordLists(body);
  dropOfficeElements(body);
  keepBlankLines(body);
  for (const table of body.querySelectorAll('table')) keepColumns(table);
  for (const element of body.querySelectorAll('*')) {
    if (element instanceof HTMLElement) cleanElement(element, isSheet);
    else element.remove();
  }
  prepareTree(body);
  return sanitizeNodes(body, ALLOWED).innerHTML;
}

function sheetText(part: HTMLElement): string {
  return [...part.querySelectorAll('style')].map((style) => style.textContent).join('\n');
}

/** Excel writes the look of cells as classes of a style sheet, which is not pasted along. */
function takeSheetClasses(sheet: string, body: HTMLElement): void {
  const looks = new Map<string, string>();
  for (const [, name = '', look = ''] of sheet.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g)) looks.set(name, look);
  for (const cell of body.querySelectorAll<HTMLElement>('td[class],font[class]')) {
    const given = [...cell.classList].map((name) => looks.get(name) ?? '').join(';');
    cell.setAttribute('style', `${given.replaceAll(/\s+/g, ' ')};${cell.getAttribute('style') ?? ''}`);
  }
}

function dropComments(body: HTMLElement): void {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: ChildNode[] = [];
  while (comments.nextNode()) found.push(comments.currentNode as ChildNode);
  for (const comment of found) comment.remove();
}

/** `<o:p>`, `<v:shape>`, `<w:…>`: the first sometimes contains the text of a line, the others never do. */
function dropOfficeElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    if (!element.localName.includes(':')) continue;
    if (element.localName === 'o:p' || element.localName.startsWith('st1:'))
      element.replaceWith(...element.childNodes);
    else element.remove();
  }
}

const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,ul,ol,table,blockquote,pre,hr';

/**
 * Google Docs writes an empty line as a break between its paragraphs; browsers append one to what they copy.
 */
function keepBlankLines(body: HTMLElement): void {
  for (const lineBreak of body.querySelectorAll('br')) {
    if (lineBreak.matches('.Apple-interchange-newline')) lineBreak.remove();
    else if (isBlock(lineBreak, 'previousSibling') && isBlock(lineBreak, 'nextSibling'))
      lineBreak.replaceWith(body.ownerDocument.createElement('p'));
  }
}

function isBlock(from: Element, side: 'previousSibling' | 'nextSibling'): boolean {
  let beside: Node | null = from[side];
  while (beside?.nodeType === Node.TEXT_NODE && beside.nodeValue?.trim() === '') beside = beside[side];
  return beside instanceof HTMLElement && beside.matches(BLOCKS);
}

const MOST_COLUMNS = 200;

/** Spreadsheets give column widths apart from the cells; Word ends a table with a row of widths only. */
function keepColumns(table: HTMLTableElement): void {
  for (const row of table.querySelectorAll('tr[height="0"]')) row.remove();
  const columns = [...table.querySelectorAll('col')]
    .slice(0, MOST_COLUMNS)
    .flatMap((column) => Array.from({ length: Math.min(column.span, MOST_COLUMNS) }, () => column));
  for (const [index, cell] of [...(table.rows[0]?.cells ?? [])].entries()) {
    if (cell.colSpan > 1) return;
    const width = Number(columns[index]?.getAttribute('width'));
    if (width > 0 && cell.style.width === '' && !cell.hasAttribute('width')) cell.style.width = `${width}px`;
  }
}

function cleanElement(element: HTMLElement, isSheet: boolean): void {
  // Google Docs wraps everything in a `<b>` that is not bold.
  if (element.localName === 'b' && /^docs-internal-guid/.test(element.id)) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const sheetCell = isSheet && element.matches('td,th');
  if (element.localName === 'img' && !isShownImage(element)) element.remove();
  if (element.matches('table,tr,td,th')) keepTableStyle(element, sheetCell);
  else keepTextStyle(element);
}

/** `file:` and the like lead only to the writer's own disk. */
function isShownImage(image: HTMLElement): boolean {
  return /^(https?:|data:image\/)/i.test(image.getAttribute('src') ?? '');
}

function keepTextStyle(element: HTMLElement): void {
  const { style } = element;
  const kept: string[] = [];
  for (const name of KEPT_STYLES) {
    const value = cleanValue(name, style.getPropertyValue(name));
    if (value) kept.push(`${name}:${value}`);
  }
  if (kept.length > 0) element.setAttribute('style', kept.join(';'));
  else element.removeAttribute('style');
  if (element.localName === 'font') element.removeAttribute('size');
}

function cleanValue(name: string, value: string): string {
  if (value === '' || /url\(|expression/i.test(value)) return '';
  if (name === 'font-size') return ownSize(value);
  if (name === 'color') return isBlack(value) ? '' : value;
  if (name === 'background-color')
    return /^(white|#fff(fff)?|transparent|rgb\(255, 255, 255\))$/i.test(value) ? '' : value;
  // Word indents every line of a list or quotation by its own page measures.
  if (name === 'margin-left') return /^(40|80|120|160|200)px$/.test(value) ? value : '';
  return value;
}

/**
 * The nearest of the sizes offered here, so that no message mixes 14 px with 15. What other programs use for
 * plain text, 10 to 12 pt, becomes plain text here.
 */
function ownSize(value: string): string {
  const px = pixels(value);
  if (px === null || (px >= PLAIN.from && px <= PLAIN.to)) return '';
  const nearest = FONT_SIZES.reduce((best, size) =>
    Math.abs(size - px) < Math.abs(best - px) ? size : best,
  );
  return nearest === BASE_SIZE ? '' : `${nearest}px`;
}

function isBlack(value: string): boolean {
  return /^(black|windowtext|#000(000)?|#[01][\da-f][01][\da-f][01][\da-f]|rgb\(([012]?\d, ){2}[012]?\d\))$/i.test(
    value,
  );
}

function keepTableStyle(element: HTMLElement, sheetCell: boolean): void {
  const { style } = element;
  for (const name of ['height', 'max-width', 'margin', 'margin-left', 'font-family', 'white-space'])
    style.removeProperty(name);
  style.fontSize = ownSize(style.fontSize);
  // Zero stands for the width of its columns.
  if (style.width === '0px') style.removeProperty('width');
  if (isBlack(style.color)) style.removeProperty('color');
  if (element.matches('td,th') && !style.getPropertyValue('padding')) style.padding = '2px 6px';
  if (sheetCell) style.border = CELL_BORDER;
  if (element.localName === 'table') style.borderCollapse = 'collapse';
}
