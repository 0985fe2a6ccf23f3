import { type Sliced, weighTree } from '../../lib/in-slices.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { inkForDarkSheet, sheetInkForDark } from './body-colours.ts';
import { foldQuotes } from './fold-quotes.ts';
import { FRAME_FONTS } from './frame-fonts.ts';
import { fillPlace, keepImagePlaces } from './image-places.ts';
import { markMisleadingLinks } from './misleading-link.ts';
import type { SafeBody } from './sanitize-body.ts';

/** `page`: in the page's theme. `white`: on a light sheet in any theme. `turned`: that, inverted. */
export type Sheet = 'page' | 'white' | 'turned';

export type FrameWords = { quote: string; leadsTo(host: string): string };

/**
 * The Content-Security-Policy of a message's body. Our origin is named explicitly: in a page without a URL of
 * its own, Firefox takes `'self'` for no origin at all.
 */
export function bodyPolicy(): string {
  const own = `'self' ${location.origin}`;
  return `default-src 'none'; img-src ${own} data: blob:; style-src 'unsafe-inline'; font-src ${own}; form-action 'none'; base-uri 'none'`;
}

/** The work of one slice: so many plain elements, fewer when each is matched against many selectors. */
const SLICE = 600;
const SELECTORS = 200;
const CHARACTERS = 400;

/**
 * Draws a body into the page of its frame, which must be one of `createBodyPage`. Nothing is written as HTML:
 * sanitized elements are copied. Images are only named, and loaded by `showImages` once that is allowed.
 */
export function* drawBody(
  page: Document,
  body: SafeBody,
  given: { sheet: Sheet; dark: boolean; words: FrameWords; tokens: string; forwarded: boolean },
): Sliced<true> {
  const { sheet, dark, words, tokens, forwarded } = given;
  const root = page.importNode(body.root, true);
  const many = root.querySelectorAll('*').length > SLICE;
  if (many) yield SLICE;
  const onDark = dark && sheet === 'page';
  if (onDark) yield* inkForDarkSheet(root);
  foldQuotes(root, words.quote, forwarded);
  if (many) yield SLICE;
  // Before the alt texts of images are inserted: an image's alt text is not a visible link.
  yield* markMisleadingLinks(root, words.leadsTo);
  yield* keepImagePlaces(root, body.images);
  page.documentElement.dataset.sheet = sheet;
  page.documentElement.removeAttribute('style');
  writeStyles(page, 'tokens', `:root{${tokens}}`);
  writeStyles(page, 'mail', onDark ? sheetInkForDark(body.css) : body.css);
  page.body.setAttribute('style', onDark ? sheetInkForDark(body.bodyStyle) : body.bodyStyle);
  page.body.replaceChildren();
  yield* attach(root, page.body, 1 + body.selectors / SELECTORS);
  return true;
}

function writeStyles(page: Document, name: string, text: string): void {
  let styles = page.head.querySelector(`style[data-of="${name}"]`);
  if (!styles) {
    styles = page.createElement('style');
    styles.setAttribute('data-of', name);
    page.head.append(styles);
  }
  styles.textContent = text;
}

/** Appends some hundred elements at a time, laid out before the next come: earlier ones keep their layout. */
function* attach(root: HTMLElement, place: HTMLElement, element: number): Sliced<void> {
  const weights = weighTree(root, (node) =>
    node.nodeType === Node.TEXT_NODE ? (node.nodeValue as string).length / CHARACTERS : element,
  );
  let weight = 0;

  function* move(from: HTMLElement, to: HTMLElement): Sliced<void> {
    for (const child of [...from.childNodes]) {
      const own = weights.get(child) ?? 0;
      if (own > SLICE && child.hasChildNodes()) {
        const inside = from.ownerDocument.createElement('div');
        inside.append(...child.childNodes);
        to.append(child);
        weight += element;
        yield* move(inside, child as HTMLElement);
      } else {
        to.append(child);
        weight += own;
      }
      if (weight < SLICE) continue;
      place.getBoundingClientRect();
      yield weight;
      weight = 0;
    }
  }

  yield* move(root, place);
}

/**
 * Sets the addresses of the frame's images; images without one are not loaded. Settles when all have loaded.
 */
export async function showImages(
  { root, variables }: { root: ParentNode; variables: HTMLElement },
  urls: readonly string[],
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  const coming: Promise<void>[] = [];
  for (const image of root.querySelectorAll<HTMLImageElement>('img[data-image]')) {
    const address = addresses.get(urls[Number(image.dataset.image)] ?? '');
    if (address !== undefined && !image.hasAttribute('src')) coming.push(fillPlace(image, address));
  }
  for (const [place, url] of urls.entries()) {
    const address = addresses.get(url);
    if (address === undefined) continue;
    variables.style.setProperty(`--image-${place}`, `url("${withinQuotes(address)}")`);
  }
  await Promise.all(coming);
}

/** Addresses are percent-encoded already: only characters that would end the string are left to encode. */
function withinQuotes(address: string): string {
  return address.replaceAll(/["\\\n]/g, encodeURIComponent);
}

/** The design tokens for the frame of a body. */
export function frameTokens(sheet: Sheet): string {
  const own = getComputedStyle(document.documentElement);
  const token = (name: string) => own.getPropertyValue(name).trim();
  const paper = sheet === 'page' ? '' : LIGHT;
  return [
    `color-scheme: ${sheet === 'page' ? own.colorScheme || 'light' : 'light'}`,
    `--frame-font: ${token('--font').replaceAll('"', "'")}`,
    // Not in rem: a message may set the font size of its root.
    `--frame-size: ${textPixels(15)}px`,
    `--frame-ink: ${token('--ink')}`,
    `--frame-muted: ${token('--muted')}`,
    `--frame-line: ${token('--line-strong')}`,
    `--frame-hover: ${token('--canvas')}`,
    `--frame-link: ${token('--accent-text')}`,
    `--frame-warning: ${token('--warning')}`,
    `--frame-warning-soft: ${token('--warning-soft')}`,
    paper,
  ].join(';');
}

/** A light sheet in a dark page: system colours, as the tokens exist only for the page's own theme. */
const LIGHT =
  '--frame-ink: CanvasText; --frame-muted: GrayText; --frame-line: ButtonBorder; --frame-hover: ButtonFace; --frame-link: LinkText; --frame-warning: CanvasText; --frame-warning-soft: Canvas';

/** The empty page that a body is drawn on. */
export function createBodyPage(): string {
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${bodyPolicy()}"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width"><style>${FRAME_FONTS}${OURS}</style></head><body></body></html>`;
}

const OURS = `
html{overflow:hidden auto;overflow-x:auto;overflow-y:hidden;scrollbar-width:thin;-webkit-text-size-adjust:100%}
html[data-tall]{overflow-y:auto}
html:not([data-sheet=page]){background:Canvas}
html[data-sheet=turned]{filter:invert(1) hue-rotate(180deg)}
html[data-sheet=turned] :is(img,[style*="var(--image-"]){filter:invert(1) hue-rotate(180deg)}
body{display:flow-root;position:relative;margin:0;min-width:min-content;height:auto!important;min-height:0!important;color:var(--frame-ink);font:var(--frame-size)/1.6 var(--frame-font);overflow-wrap:anywhere}
html:not([data-sheet=page]) body{padding:12px}
a{color:var(--frame-link)}
img{max-width:100%}
img:not([height]){height:auto}
img[data-image]:not([src]){display:none!important}
span[data-place]{box-sizing:border-box;display:inline-block;max-width:100%;overflow:hidden;color:var(--frame-muted);font:12px/18px var(--frame-font);vertical-align:bottom}
span[data-place=picture]{padding:2px 4px;border-radius:4px;background:color-mix(in srgb,currentColor 10%,transparent)}
pre{white-space:pre-wrap}
table{font-size:inherit;line-height:inherit}
tr:has(>:nth-child(3))>*{overflow-wrap:break-word}
table[border],table[border] :is(td,th){border-color:var(--frame-line)}
blockquote{margin:0 0 0 8px;padding-left:12px;border-left:2px solid var(--frame-line)}
details[data-quote]>summary{display:block;width:max-content;margin:8px 0;padding:0 8px;border-radius:6px;background:var(--frame-hover);color:var(--frame-muted);font:12px/18px var(--frame-font);letter-spacing:1px;cursor:pointer;list-style:none;user-select:none}
details[data-quote]>summary::-webkit-details-marker{display:none}
details[data-quote]>summary:focus-visible,a:focus-visible{outline:2px solid var(--frame-link);outline-offset:2px}
`;
