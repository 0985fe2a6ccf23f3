import {
  DROPPED_WITH_CONTENT,
  LINK_SCHEMES,
  MAIL_TAGS,
  SHOWN_ATTRIBUTES,
} from '@bocau/contract/mail-html.ts';
import { type Sliced, weighTree } from '../../lib/in-slices.ts';
import { parseHtml } from '../../lib/trusted-html.ts';
import { allowlist, sanitizeNodes } from '../html/sanitize-nodes.ts';
import { bringsColours, type Colours } from './body-colours.ts';
import { filterInlineStyle, filterSheets } from './filter-styles.ts';
import { limitMarkup, MARKUP_LIMITS } from './limit-markup.ts';
import { createNamedImages, isPictureData, type NamedImages } from './named-images.ts';

/** The sanitized body of a message, in a document of its own that loads nothing. */
export type SafeBody = {
  root: HTMLElement;
  css: string;
  bodyStyle: string;
  /** The images that it names; the body refers to them only by their index in this list. */
  images: readonly string[];
  colours: Colours;
  /** How many selectors each element is matched against when it is drawn. */
  selectors: number;
  /** Some of it exceeds the limits; the source has everything. */
  cut: boolean;
};

/** Elements that a parser of whole documents also knows. */
const OF_DOCUMENTS = ['head', 'link', 'meta', 'base'];
const GOES_WHOLE = new Set([...DROPPED_WITH_CONTENT, ...OF_DOCUMENTS]);

const LINK = new RegExp(`^(${LINK_SCHEMES.join('|')}):`, 'i');

const ALLOWED = allowlist(MAIL_TAGS, {
  ALLOWED_ATTR: SHOWN_ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: [...GOES_WHOLE],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|cid:|data:image\/|#|\/\/|[^:]*$)/i,
});

/** The work of one slice: some hundred plain elements, fewer with many attributes or long styles. */
const SLICE = 1_500;
const ELEMENT = 3;
const STYLE_CHARACTERS = 60;
/** The cost of markup that is only parsed. */
const CHARACTERS = 200;
/** Maximum extra cells that colspan and rowspan may add to a message: each one is laid out. */
const MOST_SPANS = 5_000;

/**
 * DOMPurify with a strict allowlist, then what it does not cover: styles, images, and the targets of links.
 */
export function* readBody(given: string, most: number = MARKUP_LIMITS.elements): Sliced<SafeBody> {
  const { html, body, sheets, cut: markupCut } = limitMarkup(given, most);
  yield given.length / CHARACTERS;
  const images = createNamedImages();
  const { body: source } = parseHtml(html);
  const ofBody = parseHtml(body).body;
  yield html.length / CHARACTERS;
  const { css, selectors, cut: sheetsCut } = yield* filterSheets(sheets, images);
  const bodyStyle = filterInlineStyle(styleOfBody(ofBody, ofBody.getAttribute('style') ?? ''), images);
  const { body: root } = document.implementation.createHTMLDocument('');
  const spans = { left: MOST_SPANS };
  yield* sanitizeInto(root, source, (element) => {
    makeHarmless(element, images);
    limitSpans(element, spans);
  });
  const colours = bringsColours(root, `${css} ${bodyStyle}`);
  return { root, css, bodyStyle, images: images.urls, colours, selectors, cut: markupCut || sheetsCut };
}

/**
 * Sanitizes small siblings together; an element that is too large for one slice is sanitized alone, and then
 * its content. The result is the same as for the whole, as DOMPurify judges each element by itself.
 */
function* sanitizeInto(
  root: HTMLElement,
  source: HTMLElement,
  act: (element: HTMLElement) => void,
): Sliced<void> {
  const weights = weighTree(source, weightOf);
  yield weights.size / ELEMENT;
  let weight = 0;
  let few = document.implementation.createHTMLDocument('').body;

  function flush(target: Node): void {
    if (!few.hasChildNodes()) return;
    const clean = sanitizeNodes(few, ALLOWED);
    for (const element of clean.querySelectorAll<HTMLElement>('*')) act(element);
    target.appendChild(root.ownerDocument.adoptNode(fragmentOf(clean)));
    few = few.cloneNode() as HTMLElement;
  }

  function* read(from: Node, target: Node): Sliced<void> {
    for (const child of [...from.childNodes]) {
      const own = weights.get(child) ?? 0;
      if (own <= SLICE) {
        few.append(child);
        weight += own;
      } else if (!(child instanceof HTMLElement && GOES_WHOLE.has(child.localName))) {
        flush(target);
        few.append(child.cloneNode());
        const before = target.lastChild;
        flush(target);
        const kept = target.lastChild;
        weight += ELEMENT * 4;
        yield* read(child, kept && kept !== before ? kept : target);
      }
      if (weight >= SLICE) {
        flush(target);
        yield weight;
        weight = 0;
      }
    }
    flush(target);
  }

  yield* read(source, root);
}

function weightOf(node: Node): number {
  if (!(node instanceof HTMLElement)) return 0;
  const style = node.getAttribute('style')?.length ?? 0;
  return ELEMENT + node.attributes.length + Math.floor(style / STYLE_CHARACTERS);
}

function fragmentOf(element: HTMLElement): DocumentFragment {
  const fragment = element.ownerDocument.createDocumentFragment();
  fragment.append(...element.childNodes);
  return fragment;
}

function limitSpans(element: HTMLElement, spans: { left: number }): void {
  for (const name of ['colspan', 'rowspan', 'span']) {
    const more = Number.parseInt(element.getAttribute(name) ?? '', 10) - 1;
    if (!(more > 0)) continue;
    if (more > spans.left) element.removeAttribute(name);
    else spans.left -= more;
  }
}

function makeHarmless(element: HTMLElement, images: NamedImages): void {
  if (element.hasAttribute('style') || element.hasAttribute('background')) {
    const style = filterInlineStyle(styleWithBackground(element), images);
    element.removeAttribute('background');
    if (style === '') element.removeAttribute('style');
    else element.setAttribute('style', style);
  }
  // Names would shadow properties of the document (DOM clobbering).
  if (element.localName !== 'a' && element.localName !== 'map') element.removeAttribute('name');
  if (element.localName === 'img') nameImage(element, images);
  else element.removeAttribute('src');
  if (element.localName === 'a' || element.localName === 'area') leadOut(element);
  else element.removeAttribute('href');
}

function styleOfBody(body: HTMLElement, style: string): string {
  const colour = body.getAttribute('bgcolor');
  const ink = body.getAttribute('text');
  const given = [colour && `background-color: ${colour}`, ink && `color: ${ink}`, backgroundOf(body), style];
  return given.filter(Boolean).join('; ');
}

function styleWithBackground(element: Element): string {
  return [backgroundOf(element), element.getAttribute('style')].filter(Boolean).join('; ');
}

function backgroundOf(element: Element): string | null {
  const address = element.getAttribute('background');
  return address ? `background-image: url(${JSON.stringify(address)})` : null;
}

function nameImage(element: HTMLElement, images: NamedImages): void {
  const address = element.getAttribute('src') ?? '';
  if (isPictureData(address)) return;
  element.removeAttribute('src');
  const place = images.place(address);
  if (place !== null) element.setAttribute('data-image', String(place));
}

function leadOut(link: HTMLElement): void {
  const target = (link.getAttribute('href') ?? '').trim().replace(/^\/\//, 'https://');
  if (/^#./.test(target)) return;
  if (!LINK.test(target) || !URL.canParse(target)) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('href', target);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}
