import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { BODY_STYLE, ELEMENT_STYLES } from './mail-look.ts';

/** The HTML of each block: nodes are immutable, so only a block that was typed in is serialized again. */
const written = new WeakMap<Node, string>();

/** The message as it is sent: inline styles, no classes, no style sheet. Empty for an empty message. */
export function writeMailHtml(doc: Node): string {
  if (isEmptyMessage(doc)) return '';
  const blocks: string[] = [];
  doc.forEach((block) => {
    blocks.push(writeBlock(block));
  });
  return `<div style="${BODY_STYLE}">${blocks.join('')}</div>`;
}

export function isEmptyMessage(doc: Node): boolean {
  const only = doc.childCount === 1 ? doc.firstChild : null;
  return only?.type.name === 'paragraph' && only.content.size === 0;
}

function writeBlock(block: Node): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  const html = block.inlineContent || block.isLeaf ? writeLine(block) : writeContainer(block);
  written.set(block, html);
  return html;
}

/** A document in which nothing loads: images are only serialized. */
let scratch: Document | undefined;

function scratchPage(): Document {
  scratch ??= document.implementation.createHTMLDocument('');
  return scratch;
}

function writeLine(line: Node): string {
  const page = scratchPage();
  const root = page.createElement('div');
  root.append(serializerOf(line).serializeNode(line, { document: page }));
  for (const element of root.querySelectorAll<HTMLElement>('*')) makeMailSafe(element);
  keepSpaces(root);
  return root.innerHTML;
}

/** Serializes the content block by block: typing in a long quote serializes only one line of it. */
function writeContainer(block: Node): string {
  const page = scratchPage();
  const spec = serializerOf(block).nodes[block.type.name]?.(block);
  const { dom, contentDOM } = spec ? DOMSerializer.renderSpec(page, spec) : {};
  if (!(dom instanceof HTMLElement) || !contentDOM)
    throw new Error(`${block.type.name} has no place for blocks`);
  for (const element of [dom, ...dom.querySelectorAll<HTMLElement>('*')]) makeMailSafe(element);
  contentDOM.append(page.createComment(PLACE));
  const [before, after] = dom.outerHTML.split(`<!--${PLACE}-->`);
  const inside: string[] = [];
  block.forEach((child) => {
    inside.push(writeBlock(child));
  });
  return `${before}${inside.join('')}${after}`;
}

const PLACE = 'blocks';

function serializerOf({ type }: Node): DOMSerializer {
  return DOMSerializer.fromSchema(type.schema);
}

function makeMailSafe(element: HTMLElement): void {
  element.removeAttribute('class');
  const look = ELEMENT_STYLES[element.localName];
  const own = (element.getAttribute('style') ?? '').replaceAll(/\s*([:;])\s*/g, '$1').replace(/;$/, '');
  const style = [look, own].filter(Boolean).join(';');
  if (style !== '') element.setAttribute('style', style);
  // Mail programs give an empty line no height, and don't show a trailing break.
  if (/^(p|h[1-6])$/.test(element.localName)) {
    const last = element.lastChild;
    if (!last || last.nodeName === 'BR') element.append(element.ownerDocument.createElement('br'));
  }
}

/** Mail programs collapse consecutive spaces, and drop those at the start and the end of a line. */
function keepSpaces(root: HTMLElement): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    if (!/ {2}|^ | $|\t/.test(text) || node.parentElement?.closest('pre')) continue;
    const opensLine = !node.previousSibling && /^(P|H[1-6])$/.test(node.parentElement?.nodeName ?? '');
    node.nodeValue = text
      .replaceAll('\t', '    ')
      .replaceAll(/ (?= )/g, '\u00a0')
      .replace(/^ /, opensLine ? '\u00a0' : ' ')
      .replace(/ $/, closesLine(node) ? '\u00a0' : ' ');
  }
}

/** DR-8: when a draft is opened again, the caret is behind the space that was typed last. */
function closesLine(node: globalThis.Node): boolean {
  if (node.nextSibling) return false;
  const parent = node.parentNode;
  return parent === null || /^(P|H[1-6]|DIV)$/.test(parent.nodeName) || closesLine(parent);
}
